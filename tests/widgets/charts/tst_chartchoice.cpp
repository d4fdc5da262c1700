// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/charts/chartrow.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;

class ChartChoiceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingSelectedShowsTheFirstNode()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(2);
        const ChartChoice choice = chooseCharts(world.cluster.store(), world.selection);
        QVERIFY(!choice.isSelected);
        QCOMPARE(choice.entities, (std::vector<EntityRef>{{EntityKind::Node, 0}}));
        QVERIFY(!choice.metrics.empty());
    }

    void whatANodeNeverReportedHasNoChart()
    {
        FakeWorld world({.nodes = 2});
        world.introduce();
        world.run(2);
        MetricDescriptor ofOther;
        ofOther.name = "node.test";
        ofOther.entityKind = EntityKind::Node;
        const TickIndex tick = world.cluster.store().ticks().to - 1;
        world.cluster.applyDerived({{{ofOther, tick, {noData, 1.0F}, {noData, 1.0F}}}, {}});
        const MetricId metric = world.cluster.store().metrics().find("node.test");
        const auto isChosen = [&] {
            const ChartChoice choice = chooseCharts(world.cluster.store(), world.selection);
            return std::ranges::find(choice.metrics, metric) != choice.metrics.end();
        };
        QVERIFY(metric.isValid() && !isChosen());
        world.selection.setMetric(metric); // asked for by name
        QVERIFY(isChosen());
    }

    void theSharedMetricComesFirstAndPeaksBelongToTheirMeans()
    {
        FakeWorld world({.nodes = 1});
        world.introduce();
        world.run(2);
        const MetricTable& metrics = world.cluster.store().metrics();
        world.selection.select({EntityKind::Port, 1});
        world.selection.setMetric(metrics.find("port.receive"));
        const ChartChoice choice = chooseCharts(world.cluster.store(), world.selection);
        QCOMPARE(choice.metrics.front(), metrics.find("port.receive"));
        QVERIFY(std::ranges::find(choice.metrics, metrics.find("port.receive.peak")) == choice.metrics.end());
        QCOMPARE(peakMetric(metrics, metrics.find("port.receive")), metrics.find("port.receive.peak"));
    }

    void oneKindAtATimeAndNoMoreLinesThanCanBeToldApart()
    {
        FakeWorld world({.nodes = 4});
        world.introduce();
        world.run(2);
        world.selection.setSelected({{EntityKind::Node, 0}});
        for (std::uint32_t gpu = 0; gpu < 11; ++gpu)
            world.selection.toggle({EntityKind::Gpu, gpu});
        const ChartChoice choice = chooseCharts(world.cluster.store(), world.selection);
        QCOMPARE(choice.entities.size(), std::size_t(8));
        QCOMPARE(choice.leftOut, std::size_t(3));
        QCOMPARE(choice.entities.back(), (EntityRef{EntityKind::Gpu, 10}));
        QVERIFY(std::ranges::all_of(choice.entities, [](EntityRef entity) { return entity.kind == EntityKind::Gpu; }));
    }

    void aRackShowsItsNodes()
    {
        FakeWorld world({.nodes = 6, .nodesPerRack = 3});
        world.introduce();
        world.run(2);
        world.selection.select({EntityKind::Rack, 1});
        const ChartChoice choice = chooseCharts(world.cluster.store(), world.selection);
        QCOMPARE(choice.entities,
                 (std::vector<EntityRef>{{EntityKind::Node, 3}, {EntityKind::Node, 4}, {EntityKind::Node, 5}}));
    }
};

LOCKSTEP_TEST(tst_chartchoice, ChartChoiceTest)
#include "tst_chartchoice.moc"
