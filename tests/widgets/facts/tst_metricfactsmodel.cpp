// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/facts/metricfactsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

std::vector<MetricFact> factsNow(FakeWorld& world, EntityRef entity)
{
    return metricFactsOf(world.cluster.store(), entity, std::nullopt, world.cluster.store().ticks());
}

} // namespace

class MetricFactsModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void worstComesFirst()
    {
        FakeWorld world;
        world.introduce();
        world.fake().force(0, "gpu.memory.temperature", 2, 92.0F); // over its warning limit
        world.fake().force(0, "gpu.temperature", 2, 99.0F); // over its critical limit
        world.run(2);
        const auto facts = factsNow(world, {EntityKind::Gpu, 1});
        QCOMPARE(facts[0].name, QStringLiteral("GPU temperature"));
        QCOMPARE(facts[0].severity, std::optional(Severity::Critical));
        QCOMPARE(facts[1].name, QStringLiteral("GPU memory temperature"));
        QCOMPARE(facts[1].severity, std::optional(Severity::Warning));
        QVERIFY(!facts[2].severity);
    }

    void theNearestToItsLimitComesBeforeWhatHasNone()
    {
        FakeWorld world;
        world.introduce();
        world.fake().force(0, "gpu.temperature", 2, 40.0F);
        world.fake().force(0, "gpu.memory.temperature", 2, 88.0F);
        world.run(2);
        const auto near = factsNow(world, {EntityKind::Gpu, 1});
        QCOMPARE(near[0].name, QStringLiteral("GPU memory temperature"));
        QVERIFY(!near[0].severity);
        world.fake().force(0, "gpu.temperature", 2, 82.0F);
        world.fake().force(0, "gpu.memory.temperature", 2, 40.0F);
        world.run(2);
        const auto others = factsNow(world, {EntityKind::Gpu, 1});
        QCOMPARE(others[0].name, QStringLiteral("GPU temperature"));
        QVERIFY(others.back().limitText.isEmpty());
    }

    void aTickNeverResetsAndASelectedRowStaysWithItsMetric()
    {
        FakeWorld world;
        world.introduce();
        world.run(2);
        MetricFactsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFacts(factsNow(world, {EntityKind::Gpu, 1}));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QPersistentModelIndex kept = model.index(3, MetricFactsModel::Name);
        const QString name = kept.data().toString();

        world.fake().force(0, "gpu.memory.temperature", 2, 99.0F);
        world.run(1);
        model.setFacts(factsNow(world, {EntityKind::Gpu, 1}));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("GPU memory temperature"));
        QCOMPARE(kept.data().toString(), name);
        QCOMPARE(resets.count(), 0);
        model.setFacts(factsNow(world, {EntityKind::Port, 0}));
        QCOMPARE(resets.count(), 1);
    }

    void whatWentStaleIsSaidToBeTheLast()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(2);
        world.fake().silence(1);
        world.run(5);
        const auto facts = factsNow(world, {EntityKind::Gpu, 9});
        QVERIFY(!facts.empty());
        for (const MetricFact& fact : facts) {
            QVERIFY(!fact.isBelieved);
            QVERIFY(!fact.severity);
            QVERIFY2(fact.valueText.startsWith(QStringLiteral("last ")), qPrintable(fact.valueText));
        }
    }

    void theSummaryNamesWhereItIsWorstAndForgetsTheStale()
    {
        FakeWorld world({.nodes = 3, .gpusPerNode = 2});
        world.introduce();
        world.fake().force(1, "gpu.temperature", 2, 95.0F);
        world.fake().force(2, "gpu.temperature", 1, 90.0F);
        world.run(2);
        const auto worst = [&] {
            return worstFacts(world.cluster.store(), std::nullopt, world.cluster.store().ticks());
        };
        QCOMPARE(worst().front().name, QStringLiteral("GPU temperature · node-0001 gpu1"));
        world.fake().silence(1);
        world.run(5);
        QCOMPARE(worst().front().name, QStringLiteral("GPU temperature · node-0002 gpu0"));
    }
};

LOCKSTEP_TEST(tst_metricfactsmodel, MetricFactsModelTest)
#include "tst_metricfactsmodel.moc"
