// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/items/topologyfiltermodel.h"
#include "models/items/topologymodel.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

class TestTopologyFilterModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void wordsAreFoundInPaths();
    void whatStandsAboveAMatchStays();
    void nothingMatchedIsEmpty();
    void onlyNotWellShowsWhatIsBeyondItsLimit();
    void whatTurnsUnwellLaterAppears();
    void aStaleNodeIsNotWell();
    void namesSortAsPeopleCount();
    void statesSortMostSevereFirst();
    void jobsAndLoopsComeBeforeRacks();
    void valuesSortWorstFirstWithNoDataLast();
    void thingsAreFoundThroughTheFilter();

private:
    void heat(std::size_t node, std::vector<float> temperatures, double second)
    {
        temperatures.resize(12, 50);
        temperatures.resize(25, 1e9F);
        const BatchPtr batch = share(m_nodes[node].tick(at(second), std::move(temperatures)));
        m_cluster->apply({&batch, 1}, at(second));
    }
    /// All that is shown, top down, as "rack node gpu ...".
    QStringList shown(const QModelIndex& parent = {}) const
    {
        QStringList names;
        for (int row = 0; row < m_filter->rowCount(parent); ++row) {
            const QModelIndex index = m_filter->index(row, 0, parent);
            names << index.data().toString() << shown(index);
        }
        return names;
    }

    std::vector<TestNode> m_nodes;
    std::unique_ptr<ClusterModel> m_cluster;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TopologyModel> m_model;
    std::unique_ptr<TopologyFilterModel> m_filter;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestTopologyFilterModel::init()
{
    m_cluster = std::make_unique<ClusterModel>();
    m_selection = std::make_unique<Selection>();
    m_nodes.clear();
    m_nodes.emplace_back("n1", 12);
    m_nodes.emplace_back("n2", 12);
    const std::vector<BatchPtr> identities{m_nodes[0].identity(1, "A1"), m_nodes[1].identity(1, "B1")};
    m_cluster->apply(identities, at(0));
    heat(0, std::vector<float>(12, 50), 0);
    heat(1, std::vector<float>(12, 60), 0);
    m_selection->setMetric(m_cluster->store().metrics().find("gpu.temperature"));
    m_model = std::make_unique<TopologyModel>(*m_cluster, *m_selection);
    m_filter = std::make_unique<TopologyFilterModel>();
    m_filter->setTopologyModel(m_model.get());
    m_tester = std::make_unique<QAbstractItemModelTester>(m_filter.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestTopologyFilterModel::cleanup()
{
    m_tester.reset();
    m_filter.reset();
    m_model.reset();
}

void TestTopologyFilterModel::wordsAreFoundInPaths()
{
    QCOMPARE(shown().size(), 2 * (1 + 1 + 12));
    m_filter->setText(u"b1 GPU11"_qs);
    QCOMPARE(shown(), (QStringList{u"B1"_qs, u"n2"_qs, u"gpu11"_qs}));
    m_filter->setText(u"n1"_qs);
    QCOMPARE(shown().size(), 14); // the node with its ancestors and descendants
    m_filter->setText(QString());
    QCOMPARE(shown().size(), 28);
}

void TestTopologyFilterModel::whatStandsAboveAMatchStays()
{
    m_filter->setText(u"gpu3"_qs);
    QCOMPARE(shown(), (QStringList{u"A1"_qs, u"n1"_qs, u"gpu3"_qs, u"B1"_qs, u"n2"_qs, u"gpu3"_qs}));
}

void TestTopologyFilterModel::nothingMatchedIsEmpty()
{
    m_filter->setText(u"no such thing"_qs);
    QVERIFY(shown().isEmpty());
}

void TestTopologyFilterModel::onlyNotWellShowsWhatIsBeyondItsLimit()
{
    heat(1, {60, 60, 90}, 1);
    heat(0, std::vector<float>(12, 50), 1);
    m_filter->setOnlyUnhealthy(true);
    QCOMPARE(shown(), (QStringList{u"B1"_qs, u"n2"_qs, u"gpu2"_qs}));
    m_filter->setOnlyUnhealthy(false);
    QCOMPARE(shown().size(), 28);
}

void TestTopologyFilterModel::whatTurnsUnwellLaterAppears()
{
    m_filter->setOnlyUnhealthy(true);
    QVERIFY(shown().isEmpty());
    heat(0, {60, 60, 60, 60, 99}, 1);
    QCOMPARE(shown(), (QStringList{u"A1"_qs, u"n1"_qs, u"gpu4"_qs}));
    heat(0, {60, 99, 60, 60, 60}, 1.5);
    QCOMPARE(shown(), (QStringList{u"A1"_qs, u"n1"_qs, u"gpu1"_qs}));
    heat(0, std::vector<float>(12, 50), 1.7);
    QVERIFY(shown().isEmpty());
}

void TestTopologyFilterModel::aStaleNodeIsNotWell()
{
    m_filter->setOnlyUnhealthy(true);
    heat(0, std::vector<float>(12, 50), 10);
    QCOMPARE(shown(), (QStringList{u"B1"_qs, u"n2"_qs}));
}

void TestTopologyFilterModel::namesSortAsPeopleCount()
{
    m_filter->setText(u"n1"_qs);
    m_filter->sort(TopologyModel::NameColumn, Qt::AscendingOrder);
    const QStringList names = shown();
    QVERIFY(names.indexOf(u"gpu2"_qs) < names.indexOf(u"gpu10"_qs));
}

void TestTopologyFilterModel::valuesSortWorstFirstWithNoDataLast()
{
    m_nodes.emplace_back("n3", 12); // never measured
    heat(2, {51, noData, 80, 70, 52, noData, 53, 54, 55, 56, 57, 58}, 1);
    m_filter->setText(u"n3"_qs);
    m_filter->sort(TopologyModel::ValueColumn, Qt::DescendingOrder);
    QStringList names = shown();
    QCOMPARE(names.mid(2, 2), (QStringList{u"gpu2"_qs, u"gpu3"_qs}));
    QVERIFY(names.indexOf(u"gpu1"_qs) >= 12 && names.indexOf(u"gpu5"_qs) >= 12);
    m_filter->sort(TopologyModel::ValueColumn, Qt::AscendingOrder);
    names = shown();
    QCOMPARE(names.at(2), u"gpu0"_qs);
    QVERIFY(names.indexOf(u"gpu1"_qs) >= 12 && names.indexOf(u"gpu5"_qs) >= 12);
}

void TestTopologyFilterModel::statesSortMostSevereFirst()
{
    m_filter->sort(TopologyModel::StateColumn, Qt::AscendingOrder);
    QCOMPARE(m_filter->index(0, 0).data().toString(), u"A1"_qs); // all is well
    heat(1, {60, 84, 60, 95}, 1);
    heat(0, {50, 84}, 1);
    QCOMPARE(shown().first(4), (QStringList{u"B1"_qs, u"n2"_qs, u"gpu3"_qs, u"gpu1"_qs}));
    QCOMPARE(shown().mid(14, 3), (QStringList{u"A1"_qs, u"n1"_qs, u"gpu1"_qs}));
    heat(1, {60}, 2);
    QCOMPARE(shown().first(3), (QStringList{u"A1"_qs, u"n1"_qs, u"gpu1"_qs}));
}

void TestTopologyFilterModel::jobsAndLoopsComeBeforeRacks()
{
    TopologyBuilder builder;
    builder.addRack("A1", {});
    builder.add(EntityKind::Switch, "leaf-1", {});
    builder.add(EntityKind::Loop, "cdu-1", {});
    builder.add(EntityKind::Job, "train-a", {});
    m_cluster->setTopology(builder.build());
    m_filter->sort(TopologyModel::StateColumn, Qt::AscendingOrder);
    QCOMPARE(shown(), (QStringList{u"train-a"_qs, u"cdu-1"_qs, u"A1"_qs, u"leaf-1"_qs}));
}

void TestTopologyFilterModel::thingsAreFoundThroughTheFilter()
{
    const EntityRef gpu{EntityKind::Gpu, 15};
    QCOMPARE(m_filter->entityOf(m_filter->indexOf(gpu)), gpu);
    m_filter->setText(u"n1"_qs);
    QVERIFY(!m_filter->indexOf(gpu).isValid());
}

LOCKSTEP_TEST(tst_topologyfiltermodel, TestTopologyFilterModel)
#include "tst_topologyfiltermodel.moc"
