// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/batch.h"
#include "models/items/topologymodel.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace lockstep;
using namespace lockstep::test;

class TestTopologyModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void theTreeGrowsRowByRow();
    void aCrowdIsAnnouncedAtOnce();
    void whatHadToWaitComesByItself();
    void manyGrowInTurns();
    void inACrowdOnlyWhatIsLookedAtIsAnnounced();
    void aTickNeverResets();
    void whatNobodyLooksAtIsNotAnnounced();
    void whatTurnsUnwellIsAnnouncedToAll();
    void aParentShowsTheWorstBelow();
    void aLoopShowsTheWorstOfTheRacksThatItCools();
    void whereLowIsBadTheWorstIsTheLowest();
    void freshnessOfManyReadsAsCounts();
    void noDataIsSaid();
    void anotherMetricChangesValuesAndHeader();
    void aNodeGoesStaleInTheTree();
    void alertsMarkWhatTheyAreAboutAndAllAbove();
    void anotherClusterIsTheOnlyReset();
    void everythingIsFoundByItsEntity();
    void aModelMadeLateKnowsItAll();

private:
    void apply(Batch batch, double now)
    {
        const BatchPtr shared = share(std::move(batch));
        m_cluster->apply({&shared, 1}, at(now));
        waitForGrowth();
    }
    void introduce(const TestNode& node, const std::string& rack)
    {
        const BatchPtr identity = node.identity(1, rack);
        m_cluster->apply({&identity, 1}, at(0));
        waitForGrowth();
    }
    /// Where growth costs much, as under a sanitizer, the next has to wait.
    void waitForGrowth()
    {
        QVERIFY(test::waitFor([this] {
            return !m_model || (&m_model->topology() == m_cluster->store().topology().get() && !m_model->isBehind());
        }));
    }
    void show(const char* metric) { m_selection->setMetric(m_cluster->store().metrics().find(metric)); }
    QString text(EntityRef entity, int column) const { return m_model->indexOf(entity, column).data().toString(); }
    void examine(const QModelIndex& parent) const
    {
        for (int row = 0; row < m_model->rowCount(parent); ++row)
            (void)m_model->index(row, TopologyModel::ValueColumn, parent).data();
    }

    std::unique_ptr<ClusterModel> m_cluster;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TopologyModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestTopologyModel::init()
{
    m_cluster = std::make_unique<ClusterModel>();
    m_selection = std::make_unique<Selection>();
    m_model = std::make_unique<TopologyModel>(*m_cluster, *m_selection);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestTopologyModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
}

void TestTopologyModel::theTreeGrowsRowByRow()
{
    QCOMPARE(m_model->rowCount(), 0);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    TestNode first("n1", 4);
    introduce(first, "A1");
    QCOMPARE(m_model->rowCount(), 1);
    const QModelIndex rack = m_model->index(0, 0);
    QCOMPARE(rack.data().toString(), u"A1"_qs);
    QCOMPARE(m_model->rowCount(rack), 1);
    apply(first.tick(at(0), 1), 0);
    QCOMPARE(m_model->rowCount(m_model->index(0, 0, rack)), 4);
    TestNode second("n2", 2);
    introduce(second, "A1");
    apply(second.tick(at(0), 1), 0);
    QCOMPARE(m_model->rowCount(rack), 2);
    QCOMPARE(inserted.count(), 4); // the rack with its node, its GPUs at once, node, its GPUs
    const QModelIndex gpu = m_model->index(1, 0, m_model->index(1, 0, rack));
    QCOMPARE(gpu.data().toString(), u"gpu1"_qs);
    QCOMPARE(gpu.data(EntityRole).value<EntityRef>(), (EntityRef{EntityKind::Gpu, 5}));
    QCOMPARE(gpu.data(Qt::ToolTipRole).toString(), u"A1 / n2 / gpu1"_qs);
}

/// If announced one by one, each would cost a view as much as all that it shows.
void TestTopologyModel::aCrowdIsAnnouncedAtOnce()
{
    TestNode known("n1", 2);
    introduce(known, "A1");
    apply(known.tick(at(0), 1), 0);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    std::vector<BatchPtr> crowd;
    for (int number = 0; number < 100; ++number) {
        TestNode node("c" + std::to_string(number), 8);
        crowd.push_back(node.identity(1, "C" + std::to_string(number)));
        crowd.push_back(share(node.tick(at(0), 1)));
    }
    m_cluster->apply(crowd, at(0));
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(m_model->rowCount(), 101);
    const QModelIndex last = m_model->index(100, 0);
    QCOMPARE(m_model->rowCount(m_model->index(0, 0, last)), 8);
    QCOMPARE(m_model->index(7, 0, m_model->index(0, 0, last)).data().toString(), u"gpu7"_qs);
}

/// After an expensive growth, the next one may be delayed, but must not wait for another change.
void TestTopologyModel::whatHadToWaitComesByItself()
{
    std::vector<BatchPtr> crowd;
    for (int number = 0; number < 500; ++number)
        crowd.push_back(TestNode("c" + std::to_string(number), 1).identity(1, "C" + std::to_string(number)));
    m_cluster->apply(crowd, at(0));
    TestNode late("late", 1);
    introduce(late, "D1");
    QTRY_COMPARE(m_model->rowCount(), 501);
    QTRY_COMPARE(m_model->index(500, 0).data().toString(), u"D1"_qs);
}

/// So many that the event loop runs in between: the model stays consistent.
void TestTopologyModel::manyGrowInTurns()
{
    constexpr int count = 30;
    std::vector<BatchPtr> identities;
    std::vector<BatchPtr> ticks;
    for (int number = 0; number < count; ++number) {
        TestNode node("n" + std::to_string(number), 8);
        identities.push_back(node.identity(1, "A" + std::to_string(number)));
        ticks.push_back(share(node.tick(at(0), 1)));
    }
    m_cluster->apply(identities, at(0));
    waitForGrowth();
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::rowsInserted);
    m_cluster->apply(ticks, at(0));
    QVERIFY(m_model->isBehind());
    QVERIFY(changed.count() < count);
    waitForGrowth();
    QCOMPARE(changed.count(), count);
    for (int number = 0; number < count; ++number) {
        const QModelIndex node = m_model->index(0, 0, m_model->index(number, 0));
        QCOMPARE(m_model->rowCount(node), 8);
    }
}

void TestTopologyModel::inACrowdOnlyWhatIsLookedAtIsAnnounced()
{
    constexpr int count = 1500;
    std::vector<BatchPtr> nodes;
    for (int number = 0; number < count; ++number)
        nodes.push_back(TestNode("n" + std::to_string(number), 1).identity(1, "A1"));
    m_tester.reset(); // it asks for all rows
    m_cluster->apply(nodes, at(0));
    TestNode node("n0", 1);
    const QModelIndex parent = m_model->index(0, 0);
    QCOMPARE(m_model->rowCount(parent), count);
    apply(node.tick(at(1), 1), 1); // it turns live
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    for (const int row : {7, 8, 1200})
        (void)m_model->index(row, TopologyModel::ValueColumn, parent).data();
    apply(node.tick(at(2), 2), 2);
    std::vector<std::pair<int, int>> announced;
    for (const QList<QVariant>& each : changed) {
        if (each[0].toModelIndex().parent() == parent)
            announced.emplace_back(each[0].toModelIndex().row(), each[1].toModelIndex().row());
    }
    QCOMPARE(announced, (std::vector<std::pair<int, int>>{{7, 8}, {1200, 1200}}));
}

void TestTopologyModel::aTickNeverResets()
{
    TestNode node("n1");
    apply(node.tick(at(0), 1), 0);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy layout(m_model.get(), &QAbstractItemModel::layoutChanged);
    for (int second = 1; second < 20; ++second)
        apply(node.tick(at(second), static_cast<float>(second)), second);
    QCOMPARE(reset.count() + layout.count(), 0);
}

void TestTopologyModel::whatNobodyLooksAtIsNotAnnounced()
{
    m_tester.reset(); // it looks at everything
    std::vector<TestNode> nodes;
    std::vector<BatchPtr> batches;
    for (int number = 0; number < 50; ++number) {
        nodes.emplace_back("n" + std::to_string(number), 8);
        batches.push_back(nodes.back().identity(1, "A1"));
        batches.push_back(share(nodes.back().tick(at(0), 1)));
    }
    m_cluster->apply(batches, at(0));
    waitForGrowth();
    show("gpu.temperature");
    apply(nodes[0].tick(at(1), 2), 1);
    const QModelIndex looked = m_model->indexOf({EntityKind::Node, 7});
    examine(looked);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    apply(nodes[7].tick(at(2), 3), 1.5);
    QCOMPARE(changed.count(), 1);
    const auto arguments = changed.takeFirst();
    QCOMPARE(arguments[0].toModelIndex().parent(), looked);
    QCOMPARE(arguments[0].toModelIndex().row(), 0);
    QCOMPARE(arguments[1].toModelIndex().row(), 7);
    apply(nodes[7].tick(at(2.5), 3), 1.5); // not requested again
    QCOMPARE(changed.count(), 0);
}

void TestTopologyModel::whatTurnsUnwellIsAnnouncedToAll()
{
    TestNode node("n1", 8);
    introduce(node, "A1");
    apply(node.tick(at(0), 50), 0);
    show("gpu.temperature");
    m_tester.reset();
    apply(node.tick(at(1), 51), 1); // changes in visible rows are announced
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QSignalSpy wellness(m_model.get(), &TopologyModel::wellnessChanged);
    std::vector<float> values(17, 50);
    values[3] = 95;
    apply(node.tick(at(2), values), 2);
    QCOMPARE(wellness.count(), 1);
    QCOMPARE(changed.count(), 3); // the GPU, its node, its rack
    QVERIFY(!m_model->isHealthy({EntityKind::Gpu, 3}));
    QVERIFY(!m_model->isHealthy({EntityKind::Rack, 0}));
    QVERIFY(m_model->isHealthy({EntityKind::Gpu, 2}));
    QVERIFY(!m_model->indexOf({EntityKind::Gpu, 3}).data(IsHealthyRole).toBool());
    // The same rule as everywhere: a value beyond the critical limit is critical in the tree, and for all ancestors.
    const auto severity = [&](EntityRef entity) {
        return m_model->indexOf(entity).data(SeverityRole);
    };
    QCOMPARE(severity({EntityKind::Gpu, 3}), QVariant(static_cast<int>(Severity::Critical)));
    QCOMPARE(severity({EntityKind::Rack, 0}), QVariant(static_cast<int>(Severity::Critical)));
    QVERIFY(!severity({EntityKind::Gpu, 2}).isValid());
    values[3] = 84;
    apply(node.tick(at(3), values), 3);
    QCOMPARE(wellness.count(), 2); // an improvement is reported, too
    QCOMPARE(severity({EntityKind::Gpu, 3}), QVariant(static_cast<int>(Severity::Warning)));
    QCOMPARE(severity({EntityKind::Rack, 0}), QVariant(static_cast<int>(Severity::Warning)));
}

void TestTopologyModel::aParentShowsTheWorstBelow()
{
    TestNode first("n1", 2);
    TestNode second("n2", 2);
    introduce(first, "A1");
    introduce(second, "A1");
    apply(first.tick(at(0), {60, 71, 1e9F, 1e9F, 0}), 0);
    apply(second.tick(at(0), {65, noData, 1e9F, 1e9F, 0}), 0);
    show("gpu.temperature");
    QCOMPARE(m_model->valueOf({EntityKind::Node, 0}), 71.0F);
    QCOMPARE(m_model->valueOf({EntityKind::Node, 1}), 65.0F);
    QCOMPARE(m_model->valueOf({EntityKind::Rack, 0}), 71.0F);
    QCOMPARE(text({EntityKind::Rack, 0}, TopologyModel::ValueColumn), u"71\u2009°C"_qs);
    QCOMPARE(m_model->indexOf({EntityKind::Gpu, 1}).data(ValueRole).toFloat(), 71.0F);
    apply(first.tick(at(1), {60, 61, 1e9F, 1e9F, 0}), 1);
    QCOMPARE(m_model->valueOf({EntityKind::Rack, 0}), 65.0F);
}

void TestTopologyModel::aLoopShowsTheWorstOfTheRacksThatItCools()
{
    TopologyBuilder builder;
    builder.addNode("n1", builder.addRack("A1", {}), {});
    builder.addNode("n2", builder.addRack("A2", {}), {});
    const EntityRef loop = builder.add(EntityKind::Loop, "cdu-1", {});
    builder.serve(loop, {"A1"});
    m_cluster->setTopology(builder.build());
    TestNode first("n1", 3);
    TestNode second("n2", 3);
    apply(first.tick(at(0), {60, 65, 61, 1e9F, 1e9F, 1e9F, 0}), 0);
    apply(second.tick(at(0), {70, 40, 50, 1e9F, 1e9F, 1e9F, 0}), 0);
    show("gpu.temperature");
    QCOMPARE(m_model->valueOf(loop), 65.0F);
    QCOMPARE(text(loop, TopologyModel::ValueColumn), u"65\u2009°C"_qs);
}

void TestTopologyModel::whereLowIsBadTheWorstIsTheLowest()
{
    TestNode node("n1", 3);
    introduce(node, "A1");
    apply(node.tick(at(0), {1, 2, 3, 1.5e9F, 0.9e9F, 1.6e9F, 0}), 0);
    show("gpu.clock.sm");
    QCOMPARE(m_model->valueOf({EntityKind::Rack, 0}), 0.9e9F);
}

void TestTopologyModel::freshnessOfManyReadsAsCounts()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    for (const char* name : {"n1", "n2", "n3"})
        builder.addNode(name, rack, {});
    m_cluster->setTopology(builder.build());
    QCOMPARE(text(rack, TopologyModel::StateColumn), u"3 never reported"_qs);
    TestNode first("n1");
    TestNode second("n2");
    apply(first.tick(at(0), 1), 0);
    apply(second.tick(at(5), 1), 5);
    QCOMPARE(text(rack, TopologyModel::StateColumn), u"1 stale, 1 never reported"_qs);
    QCOMPARE(m_model->indexOf(rack).data(FreshnessRole).toInt(), static_cast<int>(Freshness::Stale));
    QCOMPARE(text({EntityKind::Node, 1}, TopologyModel::StateColumn), QString()); // all is well
    QVERIFY(!m_model->isHealthy(rack));
}

void TestTopologyModel::noDataIsSaid()
{
    TestNode node("n1", 1);
    apply(node.tick(at(0), {noData, 1e9F, 0.5F}), 0);
    show("gpu.temperature");
    QCOMPARE(text({EntityKind::Gpu, 0}, TopologyModel::ValueColumn), u"no data"_qs);
    QVERIFY(std::isnan(m_model->indexOf({EntityKind::Gpu, 0}).data(ValueRole).toFloat()));
    show("node.cpu.utilisation");
    QCOMPARE(text({EntityKind::Gpu, 0}, TopologyModel::ValueColumn), QString()); // not a metric of GPUs
    QCOMPARE(text({EntityKind::Node, 0}, TopologyModel::ValueColumn), u"50\u2009%"_qs);
}

void TestTopologyModel::anotherMetricChangesValuesAndHeader()
{
    TestNode node("n1", 1);
    apply(node.tick(at(0), {50, 1e9F, 0.5F}), 0);
    const auto title = [&] {
        return m_model->headerData(TopologyModel::ValueColumn, Qt::Horizontal, Qt::ToolTipRole).toString();
    };
    QCOMPARE(title(), u"Value"_qs);
    QSignalSpy header(m_model.get(), &QAbstractItemModel::headerDataChanged);
    show("gpu.temperature");
    QCOMPARE(header.count(), 1);
    QCOMPARE(title(), u"GPU temperature"_qs);
    QCOMPARE(m_model->valueOf({EntityKind::Gpu, 0}), 50.0F);
    m_selection->setMetric(MetricId{});
    QVERIFY(std::isnan(m_model->valueOf({EntityKind::Gpu, 0})));
}

void TestTopologyModel::aNodeGoesStaleInTheTree()
{
    TestNode node("n1", 1);
    apply(node.tick(at(0), 1), 0);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_cluster->apply({}, at(5));
    QVERIFY(changed.count() > 0);
    QCOMPARE(text({EntityKind::Gpu, 0}, TopologyModel::StateColumn), u"stale"_qs);
    QCOMPARE(m_model->indexOf({EntityKind::Gpu, 0}).data(FreshnessRole).toInt(), static_cast<int>(Freshness::Stale));
}

void TestTopologyModel::alertsMarkWhatTheyAreAboutAndAllAbove()
{
    TopologyBuilder builder;
    builder.addNode("n1", builder.addRack("A1", {}), {});
    const EntityRef loop = builder.add(EntityKind::Loop, "cdu-1", {});
    m_cluster->setTopology(builder.build());
    TestNode node("n1", 2);
    apply(node.tick(at(0), 1), 0);
    const JoinedAlerts joinedAlerts(m_cluster->store());
    TimeWindow time;
    time.setExtent({at(0), at(100)});
    m_model->setAlerts(joinedAlerts, time);
    const auto severity = [this](EntityRef entity) {
        return m_model->indexOf(entity).data(SeverityRole);
    };
    const EntityRef gpu{EntityKind::Gpu, 1};
    const EntityRef rack{EntityKind::Rack, 0};
    m_cluster->applyDerived({{},
                             {{loop, {at(10), Severity::Warning, 0, "loop.flow", "Loop cdu-1 loses flow"}},
                              {gpu, {at(20), Severity::Critical, 0, "gpu.lost", "GPU 1 fell off the bus"}}}});
    time.setCursor(at(15));
    QCOMPARE(severity(loop), QVariant(static_cast<int>(Severity::Warning)));
    QVERIFY(!severity(gpu).isValid() && !severity(rack).isValid()); // computed later
    time.setCursor(at(25));
    QCOMPARE(severity(gpu), QVariant(static_cast<int>(Severity::Critical)));
    QCOMPARE(text(gpu, TopologyModel::StateColumn), u"critical"_qs);
    QCOMPARE(severity(rack), QVariant(static_cast<int>(Severity::Critical)));
    QVERIFY(!m_model->isHealthy(rack) && !m_model->isHealthy(loop));
    time.setCursor(at(5));
    QVERIFY(!severity(loop).isValid());
}

void TestTopologyModel::anotherClusterIsTheOnlyReset()
{
    TestNode node("n1", 3);
    introduce(node, "A1");
    apply(node.tick(at(0), 1), 0);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    TopologyBuilder builder;
    builder.addNode("other", builder.addRack("Z9", {}), {});
    m_cluster->setTopology(builder.build());
    QCOMPARE(reset.count(), 1);
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->index(0, 0).data().toString(), u"Z9"_qs);
}

void TestTopologyModel::everythingIsFoundByItsEntity()
{
    TestNode node("n1", 3);
    introduce(node, "A1");
    apply(node.tick(at(0), 1), 0);
    for (std::uint32_t gpu = 0; gpu < 3; ++gpu) {
        const EntityRef entity{EntityKind::Gpu, gpu};
        QCOMPARE(m_model->entityOf(m_model->indexOf(entity, 2)), entity);
    }
    QVERIFY(!m_model->indexOf({EntityKind::Gpu, 99}).isValid());
    QVERIFY(!m_model->indexOf({}).isValid());
    QVERIFY(!m_model->entityOf({}).isValid());
}

void TestTopologyModel::aModelMadeLateKnowsItAll()
{
    TestNode node("n1", 3);
    introduce(node, "A1");
    apply(node.tick(at(0), 60), 0);
    show("gpu.temperature");
    const TopologyModel late(*m_cluster, *m_selection);
    QCOMPARE(late.valueOf({EntityKind::Rack, 0}), 60.0F);
    QCOMPARE(late.rowCount(late.index(0, 0, late.index(0, 0))), 3);
}

LOCKSTEP_TEST(tst_topologymodel, TestTopologyModel)
#include "tst_topologymodel.moc"
