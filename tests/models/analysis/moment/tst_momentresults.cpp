// SPDX-License-Identifier: GPL-3.0-or-later
// Results at a moment depend only on the spans before it.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/moment/momentresults.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/tracking/jobtracker.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/settledticks.h"
#include "tests/support/firstdifference.h"
#include "tests/support/resourcefile.h"
#include "tests/support/resultstext.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using test::resourceFile;
using namespace std::chrono_literals;

namespace {

constexpr auto period = 1s;
constexpr int onset = 45; ///< of the slow GPU, s

/// The demo's cluster, in which one GPU becomes slow.
struct SlowGpu
{
    SlowGpu()
        : world(readSimulationFile(resourceFile("clusters/demo.toml")).value(),
                readDrillFile(resourceFile("drills/slow-gpu.toml")).value())
    {
        world.add(std::make_unique<SyncAnalysis>(syncResults));
        world.run(5);
        first = world.store().ticks().from;
    }
    [[nodiscard]] TimePoint at(int second) const { return timeOfTick(first + second, period); }
    [[nodiscard]] MomentSurroundings around(TimePoint moment) const
    {
        const ClusterStore& store = world.store();
        MomentSurroundings made;
        made.topology = store.topology();
        made.numbers = std::make_shared<const StoreNumbers>(store.spans());
        made.lineRates = copyOfColumn(store, metrics::port::rate, tickIndexOf(moment, period) - 1);
        return made;
    }
    [[nodiscard]] MomentResults results(TimePoint moment) const
    {
        SpanLookBack spans(moment, period);
        gather(world.store().spans(), spans);
        return resultsAt(spans, around(moment)).value();
    }
    static void gather(const SpanStore& from, SpanLookBack& to)
    {
        StoreLookBack copy(from, to);
        while (!to.wanted().isEmpty()) {
            if (copy.copySome(300us))
                continue;
        }
    }
    static std::shared_ptr<const JobSync> job(const SyncSnapshot& snapshot, const std::string& name)
    {
        const auto found = std::ranges::find(snapshot.jobs, name, [](const auto& each) { return each->name; });
        return found == snapshot.jobs.end() ? nullptr : *found;
    }

    SimulatedWorld world;
    SyncResults syncResults;
    TickIndex first = 0;
};

/// The same spans in another store: last ones first, other lanes first, other numbers of names.
std::unique_ptr<SpanStore> turnedRound(const SpanStore& from)
{
    auto made = std::make_unique<SpanStore>();
    std::vector<NameId> names(from.names().size());
    for (std::uint32_t id = static_cast<std::uint32_t>(names.size()); id-- > 1;)
        names[id] = made->names().intern(from.names().name(NameId{id}));
    names[0] = NameId{0};
    for (auto lane = from.lanes().rbegin(); lane != from.lanes().rend(); ++lane) {
        for (std::size_t at = lane->spans.size(); at-- > 0;) {
            const StoredSpan stored = lane->spans[at];
            Span span;
            span.start = TimePoint(Duration(stored.startNs));
            span.end = TimePoint(Duration(stored.endNs()));
            span.kind = stored.spanKind();
            span.lane = lane->name.value;
            span.op = stored.op;
            span.communicator = stored.communicator;
            span.job = stored.job;
            span.rank = lane->rank;
            span.step = stored.step;
            span.sequence = stored.sequence;
            span.bytes = stored.bytes;
            made->add(lane->entity, span, names);
        }
    }
    made->endBatch();
    return made;
}

} // namespace

class TestMomentResults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_demo.world.run(105); }

    void beforeTheFaultNobodyIsNamedAndAfterItTheCulpritIs()
    {
        const MomentResults before = m_demo.results(m_demo.at(onset));
        const auto calm = SlowGpu::job(*before.sync, "train-a");
        QVERIFY(calm != nullptr);
        QCOMPARE(static_cast<int>(calm->verdict.kind), static_cast<int>(VerdictKind::NoStraggler));
        QCOMPARE(before.sync->upTo, std::optional(m_demo.at(onset)));
        const MomentResults after = m_demo.results(m_demo.at(100));
        const auto slow = SlowGpu::job(*after.sync, "train-a");
        QCOMPARE(static_cast<int>(slow->verdict.kind), static_cast<int>(VerdictKind::Ranks));
        // The result equals that of the analysis that followed the job from the start.
        const auto live = SlowGpu::job(*m_demo.syncResults.snapshot(), "train-a");
        QCOMPARE(slow->ranks[slow->verdict.lanes.front()], live->ranks[live->verdict.lanes.front()]);
        QCOMPARE(slow->lanes[slow->verdict.lanes.front()], live->lanes[live->verdict.lanes.front()]);
        QVERIFY(slow->judgedSteps == JobTracker::judgedSteps);
    }

    void itDoesNotMatterHowSpansAreStored()
    {
        const TimePoint moment = m_demo.at(90);
        const MomentResults here = m_demo.results(moment);
        const auto other = turnedRound(m_demo.world.store().spans());
        SpanLookBack spans(moment, period);
        SlowGpu::gather(*other, spans);
        const MomentResults there = resultsAt(spans, m_demo.around(moment)).value();
        const ResultsText text(m_demo.world.store());
        const QByteArrayList reported = text.of(*here.sync);
        QVERIFY(reported.size() > 10'000);
        QVERIFY2(reported == text.of(*there.sync), test::firstDifference(reported, text.of(*there.sync)));
        QVERIFY(!here.flows->empty());
        QCOMPARE(text.of(there.flows), text.of(here.flows));
    }

    void whatComesLaterChangesNothing()
    {
        SlowGpu young;
        young.world.run(70);
        const TimePoint moment = young.at(60);
        const MomentResults then = young.results(moment);
        const MomentResults later = m_demo.results(moment);
        const QByteArrayList reported = ResultsText(young.world.store()).of(*then.sync);
        const QByteArrayList reportedLater = ResultsText(m_demo.world.store()).of(*later.sync);
        QVERIFY2(reported == reportedLater, test::firstDifference(reported, reportedLater));
    }

    void placesAreThoseOfTheStore()
    {
        const MomentResults results = m_demo.results(m_demo.at(90));
        const auto& lanes = m_demo.world.store().spans().lanes();
        std::size_t found = 0;
        for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
            const auto place = results.sync->placeOf(lane);
            if (place.job == nullptr)
                continue;
            ++found;
            QCOMPARE(place.job->lanes[place.lane], lane);
            QCOMPARE(place.job->job, lanes[lane].job.value);
            QCOMPARE(place.job->ranks[place.lane], lanes[lane].rank);
        }
        QVERIFY(found > 400);
    }

    void itLooksBackNoFurtherThanItHasToAndMay()
    {
        const TimePoint moment = m_demo.at(100);
        SpanLookBack whole(moment, period);
        SlowGpu::gather(m_demo.world.store().spans(), whole);
        QVERIFY(whole.begin() <= moment - LookBackLimits().min);
        LookBackLimits some;
        some.steps = some.minSteps;
        SpanLookBack shorter(moment, period, some);
        SlowGpu::gather(m_demo.world.store().spans(), shorter);
        QVERIFY(shorter.begin() > whole.begin());
        LookBackLimits few;
        few.maxSpans = 100'000;
        SpanLookBack cut(moment, period, few);
        SlowGpu::gather(m_demo.world.store().spans(), cut);
        QVERIFY(cut.spanCount() <= few.maxSpans);
        QVERIFY(cut.begin() > whole.begin());
        // Complete ticks: no span that ended since then is missing.
        std::size_t ended = 0;
        for (const SpanLane& lane : m_demo.world.store().spans().lanes()) {
            for (const StoredSpan span : lane.spans) {
                const TimePoint end{Duration(span.endNs())};
                ended += end >= cut.begin() && end < moment ? 1 : 0;
            }
        }
        QCOMPARE(cut.spanCount(), ended);
        const auto results = resultsAt(cut, m_demo.around(moment));
        QCOMPARE(results->sync->lookBack, moment - cut.begin());
    }

    void itStopsWhenItIsAskedTo()
    {
        SpanLookBack spans(m_demo.at(60), period);
        SlowGpu::gather(m_demo.world.store().spans(), spans);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!resultsAt(spans, m_demo.around(m_demo.at(60)), stop.get_token()));
    }

private:
    SlowGpu m_demo;
};

LOCKSTEP_TEST(tst_momentresults, TestMomentResults)
#include "tst_momentresults.moc"
