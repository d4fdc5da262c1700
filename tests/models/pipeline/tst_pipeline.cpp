// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metricnames.h"
#include "models/pipeline/pipeline.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace std::chrono_literals;

/// The Pipeline that every program uses to analyse a cluster.
class TestPipeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepEndsWhenTheAnalysesHaveFinished()
    {
        LearnedBaselines learned;
        Pipeline pipeline(Pipeline::liveOnlyLimits(1s), learned);
        SimulatedBatches simulated(2);
        pipeline.step(simulated.introduce(), SimulatedBatches::start);
        for (int second = 1; second <= 30; ++second) {
            pipeline.step(simulated.next(), SimulatedBatches::start + std::chrono::seconds(second));
            QVERIFY(!pipeline.isBusy());
        }
        QVERIFY(pipeline.store().metrics().find(metrics::gpu::syncWaitShare).isValid());
        QVERIFY(!pipeline.sync().snapshot()->jobs.empty());
    }

    /// Data without a regular clock is learned from, too.
    void baselinesAreLearnedInSteps()
    {
        LearnedBaselines learned;
        Pipeline pipeline(Pipeline::liveOnlyLimits(1s), learned);
        SimulatedBatches simulated(2);
        pipeline.step(simulated.introduce(), SimulatedBatches::start);
        for (int second = 1; second <= 200; ++second)
            pipeline.step(simulated.next(), SimulatedBatches::start + std::chrono::seconds(second));
        QVERIFY(!learned.entries().empty());
    }

    /// Batches placed elsewhere give the same result as those placed here.
    void placedBatchesAreTakenAsTheyAre()
    {
        ClusterModel placing;
        LearnedBaselines learned;
        Pipeline pipeline(Pipeline::liveOnlyLimits(1s), learned, {});
        QObject::connect(&placing, &ClusterModel::ingested, &placing, [&](const PlacedBatches& placed) {
            std::vector<MetricDescriptor> metrics;
            for (std::uint32_t id = 0; id < placing.store().metrics().size(); ++id)
                metrics.push_back(placing.store().metrics().descriptor(MetricId{id}));
            pipeline.cluster().declare(metrics);
            pipeline.step(placed, placing.store().now());
        });
        test::TestNode node("n1");
        placing.apply(std::vector<BatchPtr>{node.identity(1, "A1")}, test::at(0));
        for (int second = 0; second < 5; ++second)
            placing.apply(std::vector<BatchPtr>{test::share(node.tick(test::at(second), 0.5F))}, test::at(second));
        QCOMPARE(pipeline.store().topology(), placing.store().topology());
        QCOMPARE(pipeline.store().ticks(), placing.store().ticks());
        QVERIFY(placing.store().metrics().size() > 0);
        for (std::uint32_t id = 0; id < placing.store().metrics().size(); ++id)
            QVERIFY(std::ranges::equal(pipeline.store().latest(MetricId{id}), placing.store().latest(MetricId{id})));
    }

    /// Arrival times mean nothing for a file.
    void filesAreNotWatchedForSilence()
    {
        const std::vector<AnalysisRow> rows = analysesOfFiles();
        QVERIFY(rows.size() + 2 == analysisTable().size());
        QVERIFY(std::ranges::none_of(rows, [](const AnalysisRow& row) { return std::string(row.name) == "silence"; }));
    }
};

LOCKSTEP_TEST(tst_pipeline, TestPipeline)
#include "tst_pipeline.moc"
