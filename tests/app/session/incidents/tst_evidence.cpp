// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/evidencegatherer.h"
#include "app/session/past/results/resultcolumns.h"
#include "models/core/metrics/metricnames.h"
#include "tests/app/session/recordedlive.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 240;

/// Two nodes, and an object that gathers their evidence.
struct Live : RecordedLive
{
    explicit Live(bool isRecorded, Feed feed = Feed::Live) : RecordedLive(2, seconds, isRecorded, feed)
    {
        gatherer.setOrigin({nullptr, [this] {
                                return history.path().toStdString();
                            }});
    }
    [[nodiscard]] Evidence gather(TimeRange range, LostThroughput* lost = nullptr)
    {
        std::optional<Evidence> evidence;
        gatherer.gather({range, {}, {}}, [&](Evidence gathered, const LostThroughput& here, const CostInputs&) {
            evidence = std::move(gathered);
            if (lost)
                *lost = here;
        });
        [&] {
            QTRY_VERIFY(evidence);
        }();
        return evidence.value_or(Evidence());
    }

    EvidenceGatherer gatherer{cluster};
};

bool tells(const Evidence& evidence, const char* words)
{
    return std::ranges::any_of(evidence.gaps,
                               [&](const EvidenceGap& gap) { return gap.reason.find(words) != std::string::npos; });
}

std::set<std::string> lanesIn(const Evidence& evidence, TimeRange range)
{
    std::set<std::string> lanes;
    for (const EvidenceSpan& span : evidence.spans) {
        if (TimeRange{span.start, span.end}.overlaps(range))
            lanes.insert(span.entity.path + span.lane);
    }
    return lanes;
}

} // namespace

/// Evidence includes data from the recording that is no longer in memory.
class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spansThatHaveLeftMemoryAreReadFromTheRecording()
    {
        Live live(true);
        const TimeRange whole{live.at(20), live.at(seconds - 10)};
        QTRY_VERIFY(!live.cluster.store().spansOnDisk({live.at(100), live.at(101)}).empty());
        LostThroughput lost;
        const Evidence evidence = live.gather(whole, &lost);
        QVERIFY(!tells(evidence, "memory"));
        QVERIFY(!tells(evidence, "could not be read"));
        // The old range has as many lanes as the new one, each counted once.
        const auto before = lanesIn(evidence, {live.at(20), live.at(40)});
        const auto now = lanesIn(evidence, {live.at(seconds - 30), live.at(seconds - 10)});
        QCOMPARE(before.size(), std::size_t{16});
        QVERIFY(before == now);
        QCOMPARE(lost.lanes, std::size_t{16});
        std::set<std::tuple<std::string, TimePoint, TimePoint, std::string>> seen;
        for (const EvidenceSpan& span : evidence.spans)
            QVERIFY(seen.emplace(span.entity.path + span.lane, span.start, span.end, span.operation).second);
        // Blame does not run here; unmeasured waits are not the same as no waits.
        QVERIFY(std::isnan(lost.gpuSeconds) || lost.gpuSeconds > 0);
        QVERIFY(!lost.source.empty());
    }

    /// Services and transfers have lanes, too.
    void lossesAreOfTheGpusThatBlameKnows()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(5);
        const TickIndex tick = world.cluster.store().ticks().to - 1;
        Derived derived;
        std::vector<float>& waits = derived.addColumn(metrics::gpu::syncWaitShare, tick, 4);
        waits[0] = waits[1] = 0.5F;
        world.cluster.applyDerived(derived);
        WaitSum sum({tick, tick + 1});
        QVERIFY(sum.find(world.cluster.store()));
        sum.addTick(world.cluster.store());
        LostThroughput lost;
        lost.lanes = 3;
        sum.settle(world.cluster.store(), lost);
        QCOMPARE(lost.lanes, std::size_t{2});
        QCOMPARE(lost.gpuSeconds, 1.0);
    }

    void spansOfATraceAreInMemoryWhereverOneLooks()
    {
        Live live(false, Feed::File);
        const Duration period = live.cluster.store().tickPeriod();
        const ResultColumns columns({tickIndexOf(live.at(0), period), tickIndexOf(live.at(seconds), period)}, 1'000);
        live.cluster.setColdColumns(&columns); // as a trace session does
        LostThroughput lost;
        const Evidence evidence = live.gather({live.at(seconds - 30), live.at(seconds - 10)}, &lost);
        QVERIFY(!evidence.spans.empty());
        QCOMPARE(lost.lanes, std::size_t{16});
        QVERIFY(!tells(evidence, "not recorded"));
        live.cluster.setColdColumns(nullptr);
    }

    void withoutARecordingItSaysWhatIsMissing()
    {
        Live live(false);
        const Evidence evidence = live.gather({live.at(20), live.at(seconds - 10)});
        QVERIFY(tells(evidence, "not recorded"));
    }
};

LOCKSTEP_TEST(tst_evidence, TestEvidence)
#include "tests/support/waiting.h"
#include "tst_evidence.moc"
