// SPDX-License-Identifier: GPL-3.0-or-later
// Wait results belong to the moment shown, both in the past of a live session and in its recording.
#include "app/session/livesession.h"
#include "app/session/past/results/resultsatcursor.h"
#include "app/session/recordingsession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"
#include "tests/support/firstdifference.h"
#include "tests/support/resourcefile.h"
#include "tests/support/resultstext.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using test::resourceFile;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 150;
constexpr int onset = 45; ///< of the slow GPU

std::unique_ptr<sim::Simulation> slowGpu()
{
    return sim::Simulation::create(readSimulationFile(resourceFile("clusters/demo.toml")).value(),
                                   readDrillFile(resourceFile("drills/slow-gpu.toml")).value(), 7,
                                   SimulatedBatches::start)
        .value();
}

std::shared_ptr<const JobSync> jobOf(const SyncSnapshot& snapshot, const std::string& name)
{
    const auto found = std::ranges::find(snapshot.jobs, name, [](const auto& each) { return each->name; });
    return found == snapshot.jobs.end() ? nullptr : *found;
}

QByteArrayList textOf(const ClusterStore& store, const SyncResults& sync, const FabricResults& fabric)
{
    const ResultsText text(store);
    return text.of(*sync.snapshot()) + (fabric.flows() ? text.of(fabric.flows()) : QByteArrayList{"no flows"});
}

/// Two and a half minutes of recorded live data, of which the last minute is in memory.
struct Live
{
    Live() : source(slowGpu())
    {
        recording.start(folder.path());
        results.readFrom(Recording::growing(folder.path().toStdString()), RecordedPast::growing);
        give(source.introduce());
        for (int second = 0; second < seconds; ++second)
            give(source.next());
        time.setRange({at(0), at(seconds)});
    }
    [[nodiscard]] static TimePoint at(int second) { return SimulatedBatches::start + std::chrono::seconds(second); }

    void give(const std::vector<BatchPtr>& batches)
    {
        cluster.apply(batches, batches.front()->received);
        const TickRange ticks = cluster.store().ticks();
        time.setExtent({timeOfTick(ticks.from, 1s), timeOfTick(ticks.to, 1s)});
    }
    [[nodiscard]] bool hasCome()
    {
        return test::waitFor([this] { return !time.isSeeking() && !results.isComputing() && !sync.isComputing(); });
    }
    void pauseAt(int second)
    {
        QTRY_VERIFY(recording.past().columns()->ticks().to >= tickIndexOf(at(seconds - 5), 1s));
        time.setCursor(at(second) + 300ms);
        QVERIFY(hasCome());
    }
    [[nodiscard]] VerdictKind verdict() const
    {
        const auto held = jobOf(*sync.snapshot(), "train-a");
        return held ? held->verdict.kind : VerdictKind::CannotJudge;
    }
    [[nodiscard]] QByteArrayList text() const { return textOf(cluster.store(), sync, fabric); }

    QTemporaryDir folder;
    SimulatedBatches source;
    ClusterModel cluster{StoreLimits{1s, 60s}};
    TimeWindow time;
    Player player{time};
    SyncResults sync;
    FabricResults fabric;
    RollingRecording recording{cluster, time};
    ResultsAtCursor results{Feed::Live, cluster, time, player, {sync, fabric}};
};

} // namespace

class TestResultsAtCursor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_live = std::make_unique<Live>(); }
    void cleanup() { m_live.reset(); }

    void beforeTheFaultTheCulpritIsNotShownAfterItItIs()
    {
        Live& live = *m_live;
        const auto newest = std::make_shared<const SyncSnapshot>();
        live.sync.publish(newest);
        live.pauseAt(onset - 5);
        const auto before = live.sync.snapshot();
        QCOMPARE(before->upTo, std::optional(Live::at(onset - 4)));
        QVERIFY(live.verdict() == VerdictKind::NoStraggler);
        // Visible spans that ended later also have verdicts.
        QCOMPARE(live.sync.snapshotOfView()->upTo, std::optional(Live::at(seconds)));
        live.pauseAt(seconds - 20);
        QVERIFY(live.verdict() == VerdictKind::Ranks);
        QVERIFY(live.fabric.flows() != nullptr && !live.fabric.flows()->empty());
        // Results that are published meanwhile belong to another time.
        live.sync.publish(std::make_shared<const SyncSnapshot>());
        QVERIFY(live.verdict() == VerdictKind::Ranks);
        // After going back, the first picture returns at once.
        live.time.setCursor(Live::at(onset - 5) + 800ms);
        QTRY_COMPARE(live.sync.snapshot(), before);
        QTRY_VERIFY(!live.results.isComputing()); // results for the visible range are separate
        live.time.follow(60s);
        QVERIFY(!live.sync.snapshot()->upTo);
    }

    void theOldPictureGoesWhereItIsOfAnotherTime()
    {
        Live& live = *m_live;
        live.pauseAt(seconds - 20);
        QVERIFY(!live.sync.snapshot()->jobs.empty());
        live.time.setCursor(Live::at(onset - 5));
        QTRY_VERIFY(!live.time.isSeeking());
        QVERIFY(live.sync.snapshot()->jobs.empty() || live.sync.snapshot()->upTo == Live::at(onset - 4));
        QVERIFY(live.hasCome());
        QCOMPARE(live.sync.snapshot()->upTo, std::optional(Live::at(onset - 4)));
    }

    void whatComesLateIsTakenIn()
    {
        Live& live = *m_live;
        // The first nodes are late by more than a step.
        constexpr int lateFor = 8;
        std::vector<BatchPtr> late;
        for (int second = 0; second < lateFor; ++second) {
            std::vector<BatchPtr> onTime = live.source.next();
            late.insert(late.end(), onTime.begin(), onTime.begin() + 10);
            onTime.erase(onTime.begin(), onTime.begin() + 10);
            live.give(onTime);
        }
        live.pauseAt(seconds + lateFor - 1);
        const QByteArrayList early = live.text();
        live.give(late);
        QTRY_VERIFY(live.hasCome() && live.text() != early);
    }

    void theRecordingTellsTheSameOfTheSameMoments()
    {
        Live& live = *m_live;
        std::map<int, QByteArrayList> reported;
        for (const int second : {onset - 10, 80, seconds - 15}) {
            live.pauseAt(second);
            reported[second] = live.text();
            QVERIFY(reported[second].size() > 5000);
        }
        Result<OpenedRecording> opened = openForReplay(live.folder.path());
        QVERIFY(opened.isOk());
        RecordingSession replay(1min, std::move(opened).value());
        replay.begin();
        const auto text = [&replay] {
            return textOf(replay.cluster().store(), replay.pipeline().sync(), replay.pipeline().fabric());
        };
        for (const auto& [second, lines] : reported) {
            replay.time().setCursor(Live::at(second) + 100ms);
            QTRY_VERIFY(!replay.time().isSeeking() && !replay.pipeline().sync().isComputing());
            QTRY_VERIFY2(text() == lines, test::firstDifference(lines, text()));
        }
    }

private:
    std::unique_ptr<Live> m_live;
};

LOCKSTEP_TEST(tst_resultsatcursor, TestResultsAtCursor)
#include "tst_resultsatcursor.moc"
