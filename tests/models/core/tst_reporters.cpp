// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/reporters.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

std::shared_ptr<const NodeIdentity> identityOf(const char* name, std::uint32_t cpus, bool collects)
{
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = name;
    identity->cpuCount = cpus;
    if (collects)
        identity->inventory = {{"loops", true, "2 coolant loops"}};
    return identity;
}

/// Two racks. The first has a node with a GPU and one that has never reported; the second has a reporter of loops.
struct SmallHall
{
    SmallHall()
    {
        TopologyBuilder builder;
        machines = builder.addRack("A01", {});
        made = builder.addRack("facility", {});
        node = builder.addNode("node-1", machines, {});
        unheard = builder.addNode("node-2", machines, {2, 1});
        imported = builder.addNode("node-3", machines, {3, 1});
        reporter = builder.addNode("facility", made, {});
        builder.add(EntityKind::Gpu, "gpu0", node);
        builder.describeNode(identityOf("node-1", 0, true));
        builder.describeNode(identityOf("node-3", 0, false));
        builder.describeNode(identityOf("facility", 0, true));
        topology = builder.build();
    }

    EntityRef machines, made, node, unheard, imported, reporter;
    TopologyPtr topology;
};

} // namespace

/// Which agents count as nodes.
class TestReporters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatReportsOthersIsNoNode()
    {
        const SmallHall hall;
        QVERIFY(isReporter(*hall.topology, hall.reporter));
        QVERIFY(!isReporter(*hall.topology, hall.node)); // it has a GPU
        QVERIFY(!isReporter(*hall.topology, hall.unheard)); // not known yet
        QVERIFY(!isReporter(*hall.topology, hall.imported)); // known only from a file of its values
        QVERIFY(!isReporter(*hall.topology, hall.machines));
        QVERIFY(!isReporter(*hall.topology, {EntityKind::Node, 99}));
        QCOMPARE(tallyNodes(*hall.topology), (NodeTally{3, 1}));
    }

    void aMachineIsNoReporterEvenBeforeItsParts()
    {
        TopologyBuilder builder;
        const EntityRef node = builder.addNode("node-1", builder.addRack("A01", {}), {});
        builder.describeNode(identityOf("node-1", 96, true));
        QVERIFY(!isReporter(*builder.build(), node));
    }

    void aRackOfReportersAloneIsNoRackOfMachines()
    {
        const SmallHall hall;
        QVERIFY(isMachineRack(*hall.topology, hall.machines));
        QVERIFY(!isMachineRack(*hall.topology, hall.made));
        TopologyBuilder empty;
        const EntityRef rack = empty.addRack("A02", {});
        QVERIFY(isMachineRack(*empty.build(), rack));
    }
};

LOCKSTEP_TEST(tst_reporters, TestReporters)
#include "tst_reporters.moc"
