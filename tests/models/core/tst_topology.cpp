// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/budget.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

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
    void veryManyUnplacedNodesFillRacksInRows();
    void aLayoutNamesItsThings();
    void layoutsMayNotPointForward();
    void aRackInSomethingIsLeftOutWithWhatIsInIt();
    void oldVersionsStayAsTheyWere();
    void pathsReadFromTheTop();
    void ancestorsAreFoundAtOrAbove();
    void bothEndsOfALinkAreJoinedInAnyOrder();
    void aLoopKnowsTheRacksThatItCoolsOnceTheyAreThere();
    void anUnnamedFarPortLeavesItsSwitch();
    void farEndsSurviveTheNextVersion();
    void portsOfANodesPartsAreNamedByBoth();
    void aMovedRackKeepsItsIndexAndThePlanFollows();
    void placesAreKeptToWhatCanBeDrawn();

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

void TestTopology::placesAreKeptToWhatCanBeDrawn()
{
    TopologyBuilder builder;
    const float infinity = std::numeric_limits<float>::infinity();
    constexpr std::uint32_t max = 0xFFFFFFFF;
    const EntityRef far = builder.addRack("far", {"A", max, 9e30F, -infinity, max, true, false});
    const EntityRef none = builder.addRack("none", {"A", 1, std::nanf(""), 3, 42, true, false});
    const EntityRef high = builder.addNode("high", far, {max, max});
    const EntityRef said = builder.describeNode(identity("said", RackPosition{"B", "B1", max, max}));
    const TopologyPtr hall = builder.build();
    QCOMPARE(hall->rackPlace(far).x, budget::hallMetres);
    QCOMPARE(hall->rackPlace(far).z, -budget::hallMetres);
    QVERIFY(hall->rackPlace(far).heightUnits <= budget::heapUnits);
    QVERIFY(hall->rackPlace(far).positionInRow <= budget::racksPerRow);
    QCOMPARE(hall->rackPlace(none).x, 0.0F);
    QVERIFY(hall->nodePlace(high).bottomUnit <= budget::heapUnits);
    QVERIFY(hall->nodePlace(high).heightUnits <= budget::rackUnits);
    QVERIFY(hall->nodePlace(said).bottomUnit <= budget::rackUnits);
    QVERIFY(hall->rackPlace(hall->parent(said)).heightUnits <= 2 * budget::rackUnits);
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
    QVERIFY(isUnplaced(*topology, rack));
    QVERIFY(!knownRackOf(*topology, node).isValid()); // it is drawn, but no place
    const EntityRef placed = builder.addNode("n1", builder.addRack("unplacedness", {}), {});
    QCOMPARE(builder.build()->name(knownRackOf(*builder.build(), placed)), std::string("unplacedness"));
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

void TestTopology::veryManyUnplacedNodesFillRacksInRows()
{
    TopologyBuilder first;
    for (int number = 0; number < 90; ++number)
        (void)first.describeNode(identity("n" + std::to_string(number)));
    QCOMPARE(first.build()->count(EntityKind::Rack), 3U);
    TopologyBuilder builder(*first.build()); // and on from there
    for (int number = 90; number < 2048; ++number)
        (void)builder.describeNode(identity("n" + std::to_string(number)));
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->count(EntityKind::Rack), 52U);
    QCOMPARE(topology->path({EntityKind::Node, 2047}), std::string("unplaced 52 / n2047"));
    std::set<std::pair<float, float>> spots;
    float right = 0;
    for (std::uint32_t rack = 0; rack < 52; ++rack) {
        const RackPlace& place = topology->rackPlace({EntityKind::Rack, rack});
        QVERIFY(place.heightUnits <= RackPlace().heightUnits); // none is a tower
        QVERIFY(spots.emplace(place.x, place.z).second);
        right = std::max(right, place.x);
    }
    QVERIFY(right < 26); // metres: in more than one row
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

void TestTopology::aRackInSomethingIsLeftOutWithWhatIsInIt()
{
    TopologyBuilder builder;
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = "node-1";
    const EntityRef node = builder.describeNode(std::move(identity));
    NodeLayout layout;
    layout.entities = {{EntityKind::Node, "node-1"},     {EntityKind::Rack, "A1", EntityDescriptor::clusterScope},
                       {EntityKind::Rack, "A1", 0},      {EntityKind::Rack, "A2", 1},
                       {EntityKind::Sensor, "inlet", 3}, {EntityKind::Sensor, "inlet", 1}};
    const auto refs = builder.addLayout(node, layout);
    QVERIFY(refs[1].isValid());
    QVERIFY(!refs[2].isValid());
    QVERIFY(!refs[3].isValid());
    QVERIFY(!refs[4].isValid());
    QVERIFY(refs[5].isValid());
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

void TestTopology::bothEndsOfALinkAreJoinedInAnyOrder()
{
    NodeLayout leaf;
    leaf.entities = {{EntityKind::Node, "manager", 0},
                     {EntityKind::Switch, "leaf1", EntityDescriptor::clusterScope},
                     {EntityKind::Port, "up", 1, {"spine1", "down"}}};
    NodeLayout spine;
    spine.entities = {{EntityKind::Node, "manager", 0},
                      {EntityKind::Switch, "spine1", EntityDescriptor::clusterScope},
                      {EntityKind::Port, "other", 1, {}},
                      {EntityKind::Port, "down", 1, {}}};
    for (const bool leafFirst : {true, false}) {
        TopologyBuilder builder;
        const EntityRef manager = builder.addNode("manager", {}, {});
        const auto first = builder.addLayout(manager, leafFirst ? leaf : spine);
        const auto second = builder.addLayout(manager, leafFirst ? spine : leaf);
        const EntityRef up = leafFirst ? first.back() : second.back();
        const EntityRef down = leafFirst ? second.back() : first.back();
        const TopologyPtr topology = builder.build();
        QCOMPARE(topology->peer(up), down);
        QCOMPARE(topology->peer(down), up);
        QVERIFY(!topology->peer((leafFirst ? second : first)[2]).isValid());
        // Repeating it changes nothing.
        (void)builder.addLayout(manager, leaf);
        QVERIFY(!builder.hasChanged());
    }
}

void TestTopology::aLoopKnowsTheRacksThatItCoolsOnceTheyAreThere()
{
    NodeLayout facility;
    facility.entities = {{EntityKind::Node, "facility", 0},
                         {EntityKind::Loop, "cdu-1", EntityDescriptor::clusterScope, {}, {"A1", "A2"}},
                         {EntityKind::Loop, "cdu-2", EntityDescriptor::clusterScope}};
    TopologyBuilder builder;
    const EntityRef first = builder.addRack("A1", {});
    const auto refs = builder.addLayout(builder.addNode("facility", {}, {}), facility);
    QCOMPARE(builder.build()->served(refs[1]).size(), std::size_t{1});
    const EntityRef second = builder.addRack("A2", {});
    const TopologyPtr topology = builder.build();
    QVERIFY(std::ranges::equal(topology->served(refs[1]), std::vector{first, second}));
    QVERIFY(topology->served(refs[2]).empty());
    (void)builder.addLayout(topology->findNode("facility"), facility);
    QVERIFY(!builder.hasChanged());
}

void TestTopology::anUnnamedFarPortLeavesItsSwitch()
{
    NodeLayout nic;
    nic.entities = {{EntityKind::Node, "n1", 0}, {EntityKind::Port, "mlx5_0/1", 0, {"leaf1", ""}}};
    NodeLayout lost;
    lost.entities = {{EntityKind::Node, "n2", 0}, {EntityKind::Port, "mlx5_0/1", 0, {"leaf1", "gone"}}};
    TopologyBuilder builder;
    const EntityRef port = builder.addLayout(builder.addNode("n1", {}, {}), nic).back();
    const EntityRef other = builder.addLayout(builder.addNode("n2", {}, {}), lost).back();
    QVERIFY(!builder.build()->peer(port).isValid());
    const EntityRef leaf = builder.add(EntityKind::Switch, "leaf1", {});
    QCOMPARE(builder.build()->peer(port), leaf);
    QCOMPARE(builder.build()->peer(other), leaf); // that port may still appear
    const EntityRef late = builder.add(EntityKind::Port, "gone", leaf);
    QCOMPARE(builder.build()->peer(other), late);
    QCOMPARE(builder.build()->peer(port), leaf);
}

void TestTopology::farEndsSurviveTheNextVersion()
{
    TopologyBuilder builder;
    const EntityRef one = builder.add(EntityKind::Port, "a", builder.add(EntityKind::Switch, "s1", {}));
    const EntityRef other = builder.add(EntityKind::Port, "b", builder.add(EntityKind::Switch, "s2", {}));
    builder.connect(one, {"s2", "b"});
    TopologyBuilder next(*builder.build());
    (void)next.addNode("n1", {}, {});
    QCOMPARE(next.build()->peer(other), one);
}

void TestTopology::portsOfANodesPartsAreNamedByBoth()
{
    auto plan = std::make_shared<SitePlan>();
    plan->racks = {{"A1", {}}};
    plan->nodes = {{"n1", "A1", {1, 1}, {}, {}, 2}};
    plan->switches = {{"tray1", "A1", {20, 1}, {}}};
    plan->links = {{{"n1", "gpu1/nvlink0"}, {"tray1", "nvlink7"}}};
    TopologyBuilder builder;
    builder.addPlan(plan);
    const EntityRef node = builder.build()->findNode("n1");
    const EntityRef gpu0 = builder.add(EntityKind::Gpu, "gpu0", node);
    const EntityRef gpu1 = builder.add(EntityKind::Gpu, "gpu1", node);
    const EntityRef first = builder.add(EntityKind::Port, "nvlink1", gpu0);
    builder.connect(first, {"n1", "gpu1/nvlink2"});
    const EntityRef second = builder.add(EntityKind::Port, "nvlink2", gpu1); // known later
    const EntityRef board = builder.add(EntityKind::Switch, "nvswitch0", node);
    const EntityRef third = builder.add(EntityKind::Port, "nvlink3", gpu1);
    builder.connect(third, {"n1", "nvswitch0/nvlink5"});
    const TopologyPtr topology = builder.build();
    QCOMPARE(topology->peer(first), second);
    QCOMPARE(topology->peer(second), first);
    QCOMPARE(topology->peer(third), board); // that port has not been named
    const EntityRef planned = topology->find(EntityKind::Port, gpu1, "nvlink0");
    QVERIFY(planned.isValid());
    const EntityRef tray = topology->find(EntityKind::Switch, {}, "tray1");
    QCOMPARE(topology->peer(planned), topology->find(EntityKind::Port, tray, "nvlink7"));

    // As a recording keeps them.
    for (const EntityRef port : {first, second, third}) {
        TopologyBuilder next(*topology);
        next.connect(port, describeEnd(*topology, topology->peer(port)));
        QCOMPARE(next.build()->peer(port), topology->peer(port));
    }
    QCOMPARE(describeEnd(*topology, third), (PeerDescriptor{"n1", "gpu1/nvlink3"}));
    TopologyBuilder later(*topology);
    const EntityRef far = later.add(EntityKind::Port, "nvlink5", board);
    later.connect(third, {"n1", "nvswitch0/nvlink5"});
    QCOMPARE(later.build()->peer(far), third);
}

void TestTopology::aMovedRackKeepsItsIndexAndThePlanFollows()
{
    auto plan = std::make_shared<SitePlan>();
    plan->racks = {{"A1", {}}, {"A2", {}}};
    plan->racks[1].place.x = 0.8F;
    TopologyBuilder builder;
    builder.addPlan(plan);
    const EntityRef reported = builder.addRack("reported", {}); // by an agent: it is not in the plan
    const TopologyPtr before = builder.build();
    const EntityRef second = before->find(EntityKind::Rack, {}, "A2");
    builder.moveRack(second, 4.5F, -2);
    builder.moveRack(reported, 1e9F, 3);
    QVERIFY(builder.hasChanged());
    const TopologyPtr after = builder.build();
    QVERIFY(after->version() > before->version());
    QCOMPARE(after->find(EntityKind::Rack, {}, "A2"), second);
    QCOMPARE(after->rackPlace(second).x, 4.5F);
    QCOMPARE(after->plan()->racks[1].place.z, -2.0F);
    QCOMPARE(after->plan()->racks[0], plan->racks[0]);
    QCOMPARE(after->plan()->racks.size(), std::size_t{2});
    QVERIFY(after->rackPlace(reported).isPlaced);
    QVERIFY(after->rackPlace(reported).x < 1e6F); // the hall ends somewhere
    QCOMPARE(before->rackPlace(second).x, 0.8F);
    builder.moveRack(second, 4.5F, -2);
    builder.moveRack({EntityKind::Rack, 77}, 1, 1);
    builder.moveRack({EntityKind::Node, 0}, 1, 1);
    QVERIFY(!builder.hasChanged());
    // A reader that adds racks before the plan, as for a recording, gets the positions of the plan.
    TopologyBuilder read;
    (void)read.addRack("A2", before->rackPlace(second));
    read.addPlan(after->plan());
    QCOMPARE(read.build()->rackPlace({EntityKind::Rack, 0}).x, 4.5F);
}

LOCKSTEP_TEST(tst_topology, TestTopology)
#include "tst_topology.moc"
