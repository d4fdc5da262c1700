// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "widgets/facts/entityfacts.h"

#include <QTest>

using namespace lockstep;

namespace {

QString textOf(const Facts& facts)
{
    QStringList parts;
    for (const Fact& fact : facts)
        parts << fact.label + QStringLiteral(": ") + fact.value + (fact.severity ? QStringLiteral(" (!)") : QString());
    return parts.join(QStringLiteral("; ")).replace(QChar(0x2009), u' ');
}

} // namespace

class TestPlanFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachKindTellsWhatThePlanSaysOfIt()
    {
        auto plan = std::make_shared<SitePlan>();
        plan->racks = {{"A1", {}}};
        plan->nodes = {{"n1", "A1", {1, 1}, "HGX", "H100", 8}, {"n2", "A1", {2, 1}, {}, {}}};
        plan->switches = {{"leaf", "A1", {20, 1}, "QM9700"}};
        plan->links = {{{"n1", "mlx5_0/1"}, {"leaf", "1"}, 400, 3}, {{"n2", "mlx5_0/1"}, {"leaf", "2"}}};
        plan->wired = {{{"n1", "mlx5_0/1"}, {"leaf", "1"}}};
        plan->examined = {"leaf"};
        plan->feeds = {{"busway", 400e3, {"A1"}}};
        plan->loops = {{"cdu-1", "XDU", 320e3, 360, {"A1"}}};
        plan->storage = {{"scratch", 0, 0, {"n2"}}};
        plan->pools = {{"decode", "chat", {"n2"}}};
        TopologyBuilder builder;
        builder.addPlan(plan);
        const TopologyPtr topology = builder.build();
        const auto factsOf = [&](EntityKind kind, EntityRef parent, const char* name) {
            return textOf(planFacts(*topology, topology->find(kind, parent, name)));
        };
        const EntityRef n2 = topology->findNode("n2");
        QCOMPARE(textOf(planFacts(*topology, topology->findNode("n1"))), QStringLiteral("Model: HGX; GPUs: 8 × H100"));
        QCOMPARE(textOf(planFacts(*topology, n2)), QStringLiteral("Storage server of: scratch; Pool: decode of chat"));
        QCOMPARE(factsOf(EntityKind::Switch, {}, "leaf"), QStringLiteral("Model: QM9700; Location: rack A1, unit 20"));
        QCOMPARE(factsOf(EntityKind::Port, topology->findNode("n1"), "mlx5_0/1"),
                 QStringLiteral("Planned peer: leaf / 1; Planned rate: 400 Gb/s; Rail: 3"));
        QCOMPARE(factsOf(EntityKind::Port, n2, "mlx5_0/1"), QStringLiteral("Planned peer: leaf / 2 (!)"));
        QCOMPARE(factsOf(EntityKind::Loop, {}, "cdu-1"),
                 QStringLiteral("CDU: XDU; Capacity: 320 kW; Rated flow: 360 L/min"));
        QCOMPARE(factsOf(EntityKind::Rack, {}, "A1"), QStringLiteral("Power feed: busway, 400 kW"));
    }

    void withoutAPlanNothingIsSaid()
    {
        TopologyBuilder builder;
        const EntityRef rack = builder.addRack("A1", {});
        QVERIFY(planFacts(*builder.build(), rack).empty());
    }
};

LOCKSTEP_TEST(tst_planfacts, TestPlanFacts)
#include "tst_planfacts.moc"
