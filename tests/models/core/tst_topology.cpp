// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topologybuilder.h"

#include <QTest>

using namespace lockstep;

class TestTopology : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEntityKeepsItsIndexFromVersionToVersion();
    void addingAgainFindsTheSame();
    void anUnknownNodeIsPlaced();
    void aNodeThatSaysWhereItStandsGetsThere();
    void aPlacedNodeStaysWhereTheClusterFilePutIt();
    void unplacedNodesDoNotOverlap();
    void aLayoutNamesItsThings();
    void layoutsMayNotPointForward();
    void oldVersionsStayAsTheyWere();
    void pathsReadFromTheTop();
    void ancestorsAreFoundAtOrAbove();

private:
    static std::shared_ptr<const NodeIdentity> identity(const std::string& name,
                                                        std::optional<RackPosition> position = {})
    {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = name;
        identity->position = std::move(position);
        return identity;
    }
};

void TestTopology::everyEntityKeepsItsIndexFromVersionToVersion()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const EntityRef node = builder.addNode("n1", rack, {});
    const TopologyPtr first = builder.build();
    TopologyBuilder next(*first);
    QVERIFY(!next.hasChanged());
    QCOMPARE(next.addNode("n1", rack, {}), node);
    const EntityRef another = next.addNode("n2", rack, {});
    const TopologyPtr second = next.build();
    QVERIFY(second->version() > first->version());
    QCOMPARE(second->findNode("n1"), node);
    QCOMPARE(second->findNode("n2"), another);
    QCOMPARE(second->children(rack).size(), 2U);
}

void TestTopology::addingAgainFindsTheSame()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const EntityRef node = builder.addNode("n1", rack, {});
    QCOMPARE(builder.addRack("A1", {}), rack);
    QCOMPARE(builder.add(EntityKind::Gpu, "gpu0", node), builder.add(EntityKind::Gpu, "gpu0", node));
    QVERIFY(builder.add(EntityKind::Gpu, "gpu1", node) != builder.add(EntityKind::Gpu, "gpu0", node));
    QVERIFY(builder.add(EntityKind::Port, "gpu0", node).kind == EntityKind::Port);
}

void TestTopology::anUnknownNodeIsPlaced()
{
    TopologyBuilder builder;
    const EntityRef node = builder.describeNode(identity("stranger"));
    const TopologyPtr topology = builder.build();
    const EntityRef rack = topology->ancestor(node, EntityKind::Rack);
    QCOMPARE(topology->name(rack), std::string("unplaced"));
    QVERIFY(!topology->rackPlace(rack).isPlaced);
    QVERIFY(topology->identity(node) != nullptr);
}

void TestTopology::aNodeThatSaysWhereItStandsGetsThere()
{
    TopologyBuilder builder;
    const EntityRef node = builder.describeNode(identity("n1", RackPosition{"row 2", "B7", 12, 4}));
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->path(node), std::string("B7 / n1"));
    QCOMPARE(topology->nodePlace(node).bottomUnit, 12U);
    QCOMPARE(topology->nodePlace(node).heightUnits, 4U);
    QCOMPARE(topology->rackPlace(topology->parent(node)).row, std::string("row 2"));
}

void TestTopology::aPlacedNodeStaysWhereTheClusterFilePutIt()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const EntityRef node = builder.addNode("n1", rack, {20, 2});
    QCOMPARE(builder.describeNode(identity("n1", RackPosition{"x", "Z9", 1, 1})), node);
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->parent(node), rack);
    QCOMPARE(topology->nodePlace(node).bottomUnit, 20U);
    QVERIFY(!topology->find(EntityKind::Rack, {}, "Z9").isValid());
}

void TestTopology::unplacedNodesDoNotOverlap()
{
    TopologyBuilder builder;
    for (int number = 0; number < 60; ++number)
        (void)builder.describeNode(identity("n" + std::to_string(number)));
    const TopologyPtr topology = builder.build();
    std::vector<std::pair<EntityRef, std::uint32_t>> taken;
    for (std::uint32_t index = 0; index < topology->count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const NodePlace& place = topology->nodePlace(node);
        const RackPlace& rack = topology->rackPlace(topology->parent(node));
        QVERIFY(place.bottomUnit + place.heightUnits - 1 <= rack.heightUnits);
        for (std::uint32_t unit = 0; unit < place.heightUnits; ++unit) {
            const std::pair spot{topology->parent(node), place.bottomUnit + unit};
            QVERIFY(std::ranges::find(taken, spot) == taken.end());
            taken.push_back(spot);
        }
    }
}

void TestTopology::aLayoutNamesItsThings()
{
    TopologyBuilder builder;
    const EntityRef node = builder.describeNode(identity("n1"));
    NodeLayout layout;
    layout.entities = {{EntityKind::Node, "n1", 0},
                       {EntityKind::Gpu, "gpu0", 0},
                       {EntityKind::Sensor, "die", 1},
                       {EntityKind::Switch, "leaf1", EntityDescriptor::clusterScope}};
    const std::vector<EntityRef> refs = builder.addLayout(node, layout);
    const TopologyPtr topology = builder.build();
    QCOMPARE(refs[0], node);
    QCOMPARE(topology->parent(refs[2]), refs[1]);
    QCOMPARE(topology->path(refs[2]), std::string("unplaced / n1 / gpu0 / die"));
    QCOMPARE(topology->path(refs[3]), std::string("leaf1"));
    TopologyBuilder next(*topology);
    QCOMPARE(next.addLayout(node, layout), refs);
    QVERIFY(!next.hasChanged());
}

void TestTopology::layoutsMayNotPointForward()
{
    TopologyBuilder builder;
    const EntityRef node = builder.describeNode(identity("n1"));
    NodeLayout layout;
    layout.entities = {{EntityKind::Node, "n1", 0}, {EntityKind::Gpu, "gpu0", 2}, {EntityKind::Gpu, "gpu1", 1}};
    const auto refs = builder.addLayout(node, layout);
    const TopologyPtr topology = builder.build();
    QVERIFY(!topology->parent(refs[1]).isValid()); // it would be its own grandparent
    QCOMPARE(topology->path(refs[2]), std::string("gpu0 / gpu1"));
}

void TestTopology::oldVersionsStayAsTheyWere()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const TopologyPtr first = builder.build();
    builder.addNode("n1", rack, {});
    const TopologyPtr second = builder.build();
    QCOMPARE(first->count(EntityKind::Node), 0U);
    QVERIFY(first->children(rack).empty());
    QCOMPARE(second->count(EntityKind::Node), 1U);
}

void TestTopology::pathsReadFromTheTop()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("node-17", builder.addRack("rack A1", {}), {});
    const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu3", node);
    QCOMPARE(builder.build()->path(gpu), std::string("rack A1 / node-17 / gpu3"));
    QCOMPARE(builder.build()->path({}), std::string());
}

void TestTopology::ancestorsAreFoundAtOrAbove()
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const EntityRef node = builder.addNode("n1", rack, {});
    const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu0", node);
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->ancestor(gpu, EntityKind::Node), node);
    QCOMPARE(topology->ancestor(node, EntityKind::Node), node);
    QVERIFY(!topology->ancestor(rack, EntityKind::Node).isValid());
    QVERIFY(!topology->ancestor({}, EntityKind::Node).isValid());
}

QTEST_GUILESS_MAIN(TestTopology)
#include "tst_topology.moc"
