// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/metriccatalogue.h"
#include "tests/support/testentry.h"
#include "tests/widgets/fabric/fabricfixture.h"
#include "widgets/fabric/linkpanel.h"

#include <QLabel>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;

class TestLinkPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itTellsOfBothEndsOfTheSelectedLink()
    {
        FabricWorld world({});
        world.values[3 * 8 + 5] = 0.75F;
        for (int tick = 0; tick < 3; ++tick)
            world.tick();
        LinkPanel panel(world.context());
        panel.resize(400, 500);
        panel.show();
        QVERIFY(!panel.facts().near.isValid());
        world.selection.select(world.port(3, 5));
        QCOMPARE(panel.facts().near, world.port(3, 5));
        QCOMPARE(panel.facts().far.kind, EntityKind::Switch); // its port is not reported
        QCOMPARE(panel.facts().farName, QStringLiteral("r0-spine005"));
        QCOMPARE(panel.facts().facts.size(), 1U);
        QVERIFY(panel.facts().facts[0].near.text.startsWith(QStringLiteral("75")));
        auto* ends = panel.findChild<QTreeWidget*>();
        QCOMPARE(ends->topLevelItemCount(), 1);
    }

    void whatWentWrongBeforeAnybodyLookedStandsBesideTheRates()
    {
        FabricWorld world({});
        world.tick();
        Derived counts;
        DerivedColumn& downs = counts.columns.emplace_back();
        downs.metric = *lifetimeOf("port.link_downed");
        downs.tick = world.cluster.store().ticks().to - 1;
        downs.values.assign(world.topology().count(EntityKind::Port), noData);
        downs.values[world.port(3, 5).index] = 255;
        world.cluster.applyDerived(counts);
        LinkPanel panel(world.context());
        panel.resize(400, 500);
        panel.show();
        world.selection.select(world.port(3, 5));
        const auto& facts = panel.facts().facts;
        const auto found = std::ranges::find(facts, QStringLiteral("Link-down events, lifetime"), &LinkFact::title);
        QVERIFY(found != facts.end());
        QCOMPARE(found->near.text, QStringLiteral("255"));
        QCOMPARE(found->near.severity, std::optional(Severity::Warning));
    }

    void itKeepsTheLinkWhileOtherThingsAreSelected()
    {
        FabricWorld world({});
        world.tick();
        LinkPanel panel(world.context());
        panel.show();
        world.selection.select(world.port(1, 1));
        world.selection.select(world.topology().findNode("node-1000"));
        QCOMPARE(panel.link(), world.port(1, 1));
    }

    void itShowsTheMomentOfTheCursor()
    {
        FabricWorld world({});
        world.values[0] = 0.9F;
        world.tick();
        const TickIndex then = world.cluster.store().ticks().to - 1;
        world.values[0] = 0.2F;
        for (int tick = 0; tick < 4; ++tick)
            world.tick();
        LinkPanel panel(world.context());
        panel.resize(400, 500);
        panel.show();
        world.selection.select(world.port(0, 0));
        QVERIFY(panel.facts().facts[0].near.text.startsWith(QStringLiteral("20")));
        world.time.setCursor(timeOfTick(then, std::chrono::seconds(1)));
        QTRY_VERIFY(panel.facts().facts[0].near.text.startsWith(QStringLiteral("90")));
    }

    void itTellsOfTheCollectivesOfThatTimeOrThatTheyAreNotKnown()
    {
        FabricWorld world({});
        for (int tick = 0; tick < 40; ++tick)
            world.tick();
        const auto gpuOf = [&](const char* node) {
            return world.topology().find(EntityKind::Gpu, world.topology().findNode(node), "gpu0");
        };
        FabricResults fabricResults;
        const auto flowsOf = [&](float bandwidth) {
            CommunicatorFlow flow;
            flow.crossesNodes = true;
            flow.busBandwidth = bandwidth;
            flow.lineRate = 50e9F;
            flow.gpus
                = std::make_shared<const std::vector<EntityRef>>(std::vector{gpuOf("node-1000"), gpuOf("node-1007")});
            return std::make_shared<const std::vector<CommunicatorFlow>>(std::vector{flow});
        };
        fabricResults.publish(flowsOf(40e9F));
        ViewContext context = world.context();
        context.fabric = &fabricResults;
        LinkPanel panel(context);
        panel.resize(400, 500);
        panel.show();
        world.selection.select(world.port(0, 0));
        QCOMPARE(panel.facts().flows.size(), 1U);
        QVERIFY(panel.facts().flows[0].text.contains(QStringLiteral("40")));
        fabricResults.show(flowsOf(10e9F));
        QTRY_VERIFY(panel.facts().flows.size() == 1
                    && panel.facts().flows[0].text.startsWith(QStringLiteral("2 ranks · 10")));
        fabricResults.show(nullptr);
        QTRY_VERIFY(panel.facts().flows.empty());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(QStringLiteral("No information about collectives"));
        }));
    }

    void withoutKnownCollectivesItSaysSo()
    {
        FabricWorld world({});
        world.tick();
        const FabricResults fabricResults;
        ViewContext context = world.context();
        context.fabric = &fabricResults;
        LinkPanel panel(context);
        panel.resize(400, 500);
        panel.show();
        world.selection.select(world.port(0, 0));
        QVERIFY(panel.facts().flows.empty());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(QStringLiteral("No known collective"));
        }));
    }
};

LOCKSTEP_GUI_TEST(tst_linkpanel, TestLinkPanel)
#include "tst_linkpanel.moc"
