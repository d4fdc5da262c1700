// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/analysishost.h"
#include "models/synclive/syncanalysis.h"
#include "models/synclive/syncboard.h"
#include "tests/support/fakeworld.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

constexpr std::uint32_t straggler = 11;

/// A cluster in which rank 11 lets the others wait, with the analysis at work.
struct Watched
{
    Watched() : host(world.cluster)
    {
        host.add(std::make_unique<SyncAnalysis>(board));
        world.introduce();
    }

    void run(int seconds)
    {
        for (int second = 0; second < seconds; ++second) {
            world.run(1);
            QTest::qWait(5); // lets the worker's results in
        }
    }

    [[nodiscard]] float newest(const char* metric, EntityRef entity) const
    {
        const ClusterStore& store = world.cluster.store();
        const MetricId id = store.metrics().find(metric);
        const auto values = id.isValid() ? store.latest(id) : std::span<const float>();
        return entity.index < values.size() ? values[entity.index] : noData;
    }

    FakeWorld world{FakeClusterOptions{.nodes = 3}, FakeTrainingOptions{.ranks = 16, .straggler = straggler}};
    SyncBoard board;
    AnalysisHost host;
};

} // namespace

class TestSyncAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beforeAnySpanThereIsAnEmptySnapshot()
    {
        const SyncBoard board;
        QVERIFY(board.snapshot() != nullptr);
        QVERIFY(board.snapshot()->jobs.empty());
        QVERIFY(board.snapshot()->placeOf(3).job == nullptr);
    }

    void aStragglerIsBlamedInTheSnapshot()
    {
        Watched watched;
        watched.run(20);
        QTRY_VERIFY(!watched.board.snapshot()->jobs.empty());
        const JobSync& job = *watched.board.snapshot()->jobs.front();
        QCOMPARE(job.ranks.size(), std::size_t{16});
        QVERIFY(!job.culprits.empty());
        const CulpritRow& worst = job.culprits.front();
        QCOMPARE(static_cast<int>(worst.culprit.kind), static_cast<int>(CulpritKind::Lane));
        QCOMPARE(job.ranks[worst.culprit.index], straggler);
        QCOMPARE(static_cast<int>(worst.pattern), static_cast<int>(StragglerPattern::Systemic));
        const auto place = watched.board.snapshot()->placeOf(job.lanes[3]);
        QCOMPARE(place.job, &job);
        QCOMPARE(place.lane, 3U);
    }

    void blameBecomesAMetricOfGpuNodeAndRack()
    {
        Watched watched;
        watched.run(20);
        const EntityRef gpu{EntityKind::Gpu, straggler};
        QTRY_VERIFY(watched.newest("gpu.sync.blame", gpu) > 1);
        QVERIFY(watched.newest("gpu.sync.blame", {EntityKind::Gpu, 2}) < 1);
        QVERIFY(watched.newest("gpu.sync.slowdown", gpu) > 1.2);
        QVERIFY(watched.newest("gpu.sync.wait_share", {EntityKind::Gpu, 2})
                > watched.newest("gpu.sync.wait_share", gpu));
        QVERIFY(watched.newest("node.sync.blame", {EntityKind::Node, 1}) > 1);
        QVERIFY(watched.newest("rack.sync.blame", {EntityKind::Rack, 0}) > 1);
        // A GPU without a rank has nothing to say.
        QVERIFY(std::isnan(watched.newest("gpu.sync.blame", {EntityKind::Gpu, 20})));
        // Of each tick, so that heatmaps over time have no holes.
        const ClusterStore& store = watched.world.cluster.store();
        const MetricId blame = store.metrics().find("gpu.sync.blame");
        std::vector<float> series;
        store.series(blame, straggler, {store.ticks().from + 3, store.ticks().to - 4}, series);
        for (const float value : series)
            QVERIFY(!std::isnan(value));
    }

    void aLastingStragglerIsReportedOnce()
    {
        Watched watched;
        watched.run(30);
        const auto& events = watched.world.cluster.store().events().events();
        std::size_t reports = 0;
        for (const LoggedEvent& logged : events) {
            if (logged.event.code == "sync.straggler" && logged.entity == EntityRef{EntityKind::Gpu, straggler})
                reports += logged.count;
        }
        QCOMPARE(reports, std::size_t{1});
    }

    void theSharesOfTheVerdictsNameTheStraggler()
    {
        Watched watched;
        watched.run(12);
        QTRY_VERIFY(!watched.board.snapshot()->jobs.empty());
        const JobSync& job = *watched.board.snapshot()->jobs.front();
        QVERIFY(!job.verdicts.empty());
        const WaitVerdict& verdict = job.verdicts.back()->front();
        QCOMPARE(job.ranks[verdict.last], straggler);
        QVERIFY(job.verdictOn(verdict.communicator, verdict.sequence, 0) == &verdict);
        QVERIFY(job.verdictOn(verdict.communicator, 999'999, 0) == nullptr);
        const std::uint32_t step = job.steps.back()->step;
        QVERIFY(job.verdictInStep(step, verdict.communicator, verdict.sequence, 0) == &verdict);
        QVERIFY(job.verdictInStep(step + 1, verdict.communicator, verdict.sequence, 0) == nullptr);
        QVERIFY(verdict.transferNs > 0);
    }

    void aNewTopologyStartsAnew()
    {
        Watched watched;
        watched.run(12);
        QTRY_VERIFY(!watched.board.snapshot()->jobs.empty());
        watched.world.cluster.setTopology(std::make_shared<Topology>());
        watched.world.introduce();
        watched.run(12);
        QTRY_VERIFY(!watched.board.snapshot()->jobs.empty());
        QCOMPARE(watched.board.snapshot()->jobs.front()->ranks.size(), std::size_t{16});
    }
};

QTEST_GUILESS_MAIN(TestSyncAnalysis)
#include "tst_syncanalysis.moc"
