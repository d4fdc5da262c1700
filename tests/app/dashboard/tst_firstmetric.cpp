// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "tests/support/fakecluster.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

constexpr TimePoint start = TimePoint(std::chrono::hours(1000));

void introduce(FakeCluster&& cluster, ClusterModel& model)
{
    model.apply(cluster.introductions(start), start);
    model.apply(cluster.tick(start), start);
}

} // namespace

class TestFirstMetric : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHeatOfGpusIsShownEvenIfTheirNodesComeLast()
    {
        ClusterModel model;
        Selection selection;
        const FirstMetric first(model, selection);
        introduce(FakeCluster({.gpusPerNode = 0}), model);
        QCOMPARE(selection.metric(), model.store().metrics().find(metrics::core::utilisation));
        introduce(FakeCluster({.gpusPerNode = 8}), model);
        QVERIFY(selection.metric().isValid());
        QCOMPARE(selection.metric(), model.store().metrics().find(metrics::gpu::temperature));
    }

    void whatTheUserHasChosenStays()
    {
        ClusterModel model;
        Selection selection;
        const FirstMetric first(model, selection);
        introduce(FakeCluster({.gpusPerNode = 0}), model);
        const MetricId chosen = model.store().metrics().find(metrics::node::cpuUtilisation);
        QVERIFY(chosen.isValid());
        selection.setMetric(chosen);
        introduce(FakeCluster({.gpusPerNode = 8}), model);
        QCOMPARE(selection.metric(), chosen);
    }
};

LOCKSTEP_TEST(tst_firstmetric, TestFirstMetric)
#include "tst_firstmetric.moc"
