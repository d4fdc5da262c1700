// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "views3d/geometry/hallgeometry.h"
#include "views3d/geometry/nodeinterior.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

using namespace lockstep;

namespace {

RackPlace standingAt(float x, float z = 0, std::uint32_t units = 42)
{
    RackPlace place;
    place.x = x;
    place.z = z;
    place.heightUnits = units;
    return place;
}

bool isWithin(const Box& inner, const Box& outer)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (inner.low[axis] < outer.low[axis] - 1e-4F || inner.high[axis] > outer.high[axis] + 1e-4F)
            return false;
    }
    return true;
}

bool overlap(const Box& a, const Box& b)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (a.high[axis] <= b.low[axis] + 1e-5F || b.high[axis] <= a.low[axis] + 1e-5F)
            return false;
    }
    return true;
}

struct Machine
{
    const char* name;
    std::uint32_t units;
    std::uint32_t gpus;
    std::uint32_t disks;
    std::uint32_t ports;
    std::uint32_t cores;
    std::uint32_t sensors;
};

TopologyPtr topologyOf(const Machine& machine)
{
    TopologyBuilder builder;
    const EntityRef rack = builder.addRack("A1", {});
    const EntityRef node = builder.addNode("n", rack, {10, machine.units});
    const auto add = [&](EntityKind kind, std::uint32_t count) {
        for (std::uint32_t at = 0; at < count; ++at)
            builder.add(kind, std::to_string(at), node);
    };
    add(EntityKind::Gpu, machine.gpus);
    add(EntityKind::Disk, machine.disks);
    add(EntityKind::Port, machine.ports);
    add(EntityKind::Core, machine.cores);
    add(EntityKind::Sensor, machine.sensors);
    return builder.build();
}

} // namespace

class TestHallGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void switchesStandWhereThePlanSays()
    {
        auto plan = std::make_shared<SitePlan>();
        plan->racks = {{"A1", {}}, {"N1", {}}};
        plan->racks[1].place.x = 2;
        plan->racks[1].place.width = 0.75F;
        plan->racks[1].place.depth = 0.8F;
        plan->nodes = {{"n", "A1", {3, 4}, {}, {}}};
        plan->switches = {{"leaf", "N1", {20, 1}, {}}, {"loose", {}, {}, {}}};
        TopologyBuilder builder;
        builder.addPlan(plan);
        const TopologyPtr topology = builder.build();
        const HallGeometry hall(*topology);
        const HallRack* const rack = hall.rack(topology->find(EntityKind::Rack, {}, "N1"));
        QVERIFY(rack != nullptr);
        QCOMPARE(rack->box.size().x(), 0.75F);
        QCOMPARE(rack->box.size().z(), 0.8F);
        const HallNode* const leaf = hall.node(topology->find(EntityKind::Switch, {}, "leaf"));
        QVERIFY(leaf != nullptr && isWithin(leaf->box, rack->box));
        QCOMPARE(leaf->box.low.y(), HallGeometry::plinth + 19 * HallGeometry::unitHeight);
        const HallNode* const loose = hall.node(topology->find(EntityKind::Switch, {}, "loose"));
        QVERIFY(loose != nullptr && !overlap(loose->box, rack->box)); // behind the rows, as before
    }

    void whatIsPartOfANodeStandsInIt()
    {
        TopologyBuilder builder;
        const EntityRef node = builder.addNode("n1", builder.addRack("A1", {}), {});
        const EntityRef device = builder.add(EntityKind::Switch, "nvswitch0", node);
        const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu0", node);
        const EntityRef nic = builder.add(EntityKind::Port, "mlx5_0/1", node);
        const EntityRef link = builder.add(EntityKind::Port, "nvlink0", gpu);
        const TopologyPtr topology = builder.build();
        const HallGeometry hall(*topology);
        QVERIFY(hall.node(device) == nullptr); // in no rack behind the rows
        QCOMPARE(hall.holderOf(*topology, device)->entity, node);
        QCOMPARE(hall.holderOf(*topology, link)->entity, node);
        const std::vector<HallPart> parts = nodeInterior(*topology, *hall.node(node));
        QVERIFY(std::ranges::find(parts, nic, &HallPart::entity) != parts.end());
        const auto onBoard = std::ranges::find(parts, link, &HallPart::entity);
        QVERIFY(onBoard != parts.end());
        const auto socket = std::ranges::find(parts, nic, &HallPart::entity);
        QVERIFY(onBoard->box.size().z() < socket->box.size().z()); // one of many behind the GPUs
    }

    void anEmptyTopologyIsAnEmptyHall()
    {
        const HallGeometry geometry{Topology{}};
        QVERIFY(geometry.isEmpty());
        QVERIFY(geometry.node({EntityKind::Node, 0}) == nullptr);
        QVERIFY(!geometry.boxOf(Topology{}, {EntityKind::Rack, 0}));
    }

    void racksBeyondTheWorldStandAtItsEnd()
    {
        TopologyBuilder builder;
        constexpr float infinity = std::numeric_limits<float>::infinity();
        for (const float far : {9e30F, -9e30F, infinity, -infinity, std::numeric_limits<float>::quiet_NaN()}) {
            for (const char* const twice : {"a", "b"})
                builder.addRack(std::to_string(far) + twice, standingAt(far, far, 4'000'000'000U));
        }
        const EntityRef loop = builder.add(EntityKind::Loop, "CDU", {});
        builder.serve(loop, {std::to_string(9e30F) + "a", std::to_string(-9e30F) + "a"});
        const HallGeometry geometry(*builder.build());
        QCOMPARE(geometry.racks().size(), std::size_t{10});
        for (const HallRack& rack : geometry.racks()) {
            QVERIFY(rack.box.size().y() < 3000);
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(rack.box.low[axis]) < 10'010);
        }
    }

    void tensOfThousandsOfRacksInOnePlaceStandSideBySide()
    {
        TopologyBuilder builder;
        constexpr std::uint32_t count = 60'000;
        for (std::uint32_t at = 0; at < count; ++at)
            builder.addRack(std::to_string(at), standingAt(at % 3 == 0 ? static_cast<float>(at) / 4 : 0));
        const HallGeometry geometry(*builder.build());
        std::set<std::pair<float, float>> corners;
        for (const HallRack& rack : geometry.racks())
            corners.emplace(rack.box.low.x(), rack.box.low.z());
        QCOMPARE(corners.size(), std::size_t{count});
    }

    void pumpsOfEveryRecordingStandSomewhere()
    {
        TopologyBuilder builder;
        for (int rack = 0; rack < 2000; ++rack)
            builder.addRack("R" + std::to_string(rack), standingAt(static_cast<float>(rack) * 0.7F));
        for (int loop = 0; loop < 20'000; ++loop)
            builder.serve(builder.add(EntityKind::Loop, std::to_string(loop), {}), {"R0", "R1999"});
        const HallGeometry geometry(*builder.build());
        QVERIFY(geometry.plant().pump({EntityKind::Loop, 0}) != nullptr);
        QVERIFY(geometry.plant().pump({EntityKind::Loop, 19'999}) == nullptr);
    }

    void aRackHasItsTrueSize()
    {
        TopologyBuilder builder;
        builder.addRack("A1", standingAt(4, 6, 48));
        const Box box = HallGeometry(*builder.build()).racks().front().box;
        QCOMPARE(box.low, QVector3D(4, 0, 6));
        QCOMPARE(box.size().x(), 0.6F);
        QCOMPARE(box.size().z(), 1.2F);
        QCOMPARE(box.size().y(), 48 * 0.04445F + HallGeometry::plinth + HallGeometry::roof);
    }

    void aNodeFillsItsUnits()
    {
        TopologyBuilder builder;
        const EntityRef rack = builder.addRack("A1", {});
        const EntityRef low = builder.addNode("low", rack, {1, 2});
        const EntityRef high = builder.addNode("high", rack, {35, 8});
        const TopologyPtr topology = builder.build();
        const HallGeometry geometry(*topology);
        const float first = HallGeometry::plinth;
        QCOMPARE(geometry.node(low)->box.low.y(), first);
        QCOMPARE(geometry.node(high)->box.low.y(), first + 34 * 0.04445F);
        const float height = geometry.node(high)->box.size().y();
        QVERIFY(height > 8 * 0.04445F - 0.01F && height < 8 * 0.04445F);
        QVERIFY(isWithin(geometry.node(low)->box, geometry.racks().front().box));
        QVERIFY(isWithin(geometry.node(high)->box, geometry.racks().front().box));
        QCOMPARE(geometry.boxOf(*topology, high), std::optional(geometry.node(high)->box));
    }

    void aRackIsAsHighAsWhatStandsInIt()
    {
        TopologyBuilder builder;
        const EntityRef rack = builder.addRack("A1", standingAt(0));
        const EntityRef node = builder.addNode("above", rack, {60, 4});
        const HallGeometry geometry(*builder.build());
        QVERIFY(isWithin(geometry.node(node)->box, geometry.racks().front().box));
        QVERIFY(isWithin(geometry.racks().front().box, geometry.bounds()));
    }

    void twoRacksNeverStandInOnePlace()
    {
        TopologyBuilder builder;
        for (const char* name : {"a", "b", "c"})
            builder.addRack(name, {});
        const HallGeometry geometry(*builder.build());
        QCOMPARE(geometry.racks().size(), std::size_t{3});
        QVERIFY(!overlap(geometry.racks()[0].box, geometry.racks()[1].box));
        QVERIFY(!overlap(geometry.racks()[1].box, geometry.racks()[2].box));
        QVERIFY(!overlap(geometry.racks()[0].box, geometry.racks()[2].box));
    }

    void aNodeWithoutARackStandsSomewhereToo()
    {
        TopologyBuilder builder;
        builder.addRack("A1", {});
        const EntityRef node = builder.addNode("loose", {}, {1, 4});
        const HallGeometry geometry(*builder.build());
        QVERIFY(geometry.node(node) != nullptr);
        QVERIFY(!overlap(geometry.node(node)->box, geometry.racks().front().box));
        QVERIFY(isWithin(geometry.node(node)->box, geometry.bounds()));
    }

    void nodesComeRackByRackFromTheBottom()
    {
        TopologyBuilder builder;
        const EntityRef first = builder.addRack("A1", {});
        const EntityRef second = builder.addRack("A2", standingAt(0.8F));
        builder.addNode("c", second, {1, 1});
        builder.addNode("b", first, {20, 1});
        builder.addNode("a", first, {2, 1});
        const TopologyPtr topology = builder.build();
        const HallGeometry geometry(*topology);
        QCOMPARE(topology->name(geometry.nodes()[0].entity), std::string("a"));
        QCOMPARE(topology->name(geometry.nodes()[1].entity), std::string("b"));
        QCOMPARE(topology->name(geometry.nodes()[2].entity), std::string("c"));
        QCOMPARE(geometry.racks()[1].firstNode, 2U);
        QCOMPARE(geometry.racks()[1].nodeCount, 1U);
    }

    void theFirstLookAtALoneRackIsAtItsMachines()
    {
        const TopologyPtr topology = topologyOf({"host", 1, 0, 1, 3, 2, 2});
        const HallGeometry geometry(*topology);
        QCOMPARE(geometry.opening().size(), std::size_t{1});
        QVERIFY(isWithin(geometry.nodes().front().box, geometry.opening().front()));
        QVERIFY(geometry.opening().front().size().y() < geometry.bounds().size().y() / 4);
    }

    void everythingInANodeHasItsPlace_data()
    {
        QTest::addColumn<Machine>("machine");
        for (const Machine& machine : {
                 Machine{"this host", 1, 0, 1, 3, 2, 0},
                 Machine{"bare", 1, 0, 0, 0, 0, 0},
                 Machine{"hgx", 8, 8, 10, 12, 112, 40},
                 Machine{"low gpu box", 2, 4, 2, 4, 64, 8},
                 Machine{"odd", 4, 5, 3, 7, 13, 1},
                 Machine{"disk shelf", 4, 0, 60, 2, 8, 4},
                 Machine{"crowded unit", 1, 8, 24, 64, 256, 300},
             })
            QTest::newRow(machine.name) << machine;
    }
    void everythingInANodeHasItsPlace()
    {
        QFETCH(Machine, machine);
        const TopologyPtr topology = topologyOf(machine);
        const HallGeometry geometry(*topology);
        const HallNode& node = geometry.nodes().front();
        const auto parts = nodeInterior(*topology, node);

        std::set<EntityRef> seen;
        for (const HallPart& part : parts) {
            QVERIFY2(isWithin(part.box, node.box), qPrintable(QString::fromStdString(topology->path(part.entity))));
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(part.box.size()[axis] > 0);
            if (!part.isFurniture)
                QVERIFY2(seen.insert(part.entity).second, "placed twice");
        }
        QCOMPARE(seen.size(),
                 std::size_t{machine.gpus} + machine.disks + machine.ports + machine.cores + machine.sensors);
        for (std::size_t a = 0; a < parts.size(); ++a) {
            for (std::size_t b = a + 1; b < parts.size(); ++b) {
                QVERIFY2(!overlap(parts[a].box, parts[b].box),
                         qPrintable(QString::fromStdString(topology->path(parts[a].entity) + " and "
                                                           + topology->path(parts[b].entity))));
            }
        }
        for (const EntityRef entity : seen)
            QVERIFY(geometry.boxOf(*topology, entity).has_value());
    }

    void linksOfManyGpusTakeNobodysPlace()
    {
        for (const std::uint32_t units : {1U, 8U}) {
            TopologyBuilder builder;
            const EntityRef node = builder.addNode("n", builder.addRack("A1", {}), {1, units});
            for (int at = 0; at < 144; ++at) {
                const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu" + std::to_string(at / 18), node);
                (void)builder.add(EntityKind::Port, "nvlink" + std::to_string(at % 18), gpu);
            }
            const TopologyPtr topology = builder.build();
            const HallGeometry geometry(*topology);
            const auto parts = nodeInterior(*topology, geometry.nodes().front());
            for (std::size_t a = 0; a < parts.size(); ++a) {
                for (std::size_t b = a + 1; b < parts.size(); ++b)
                    QVERIFY(!overlap(parts[a].box, parts[b].box));
                QVERIFY(isWithin(parts[a].box, geometry.nodes().front().box));
            }
        }
    }

    void thingsWithinThingsBelongToTheNode()
    {
        TopologyBuilder builder;
        const EntityRef node = builder.addNode("n", builder.addRack("A1", {}), {1, 8});
        const EntityRef gpu = builder.add(EntityKind::Gpu, "gpu0", node);
        const EntityRef port = builder.add(EntityKind::Port, "nvlink0", gpu);
        const TopologyPtr topology = builder.build();
        const HallGeometry geometry(*topology);
        QVERIFY(geometry.boxOf(*topology, port).has_value());
        QVERIFY(isWithin(*geometry.boxOf(*topology, port), geometry.nodes().front().box));
    }
};

LOCKSTEP_TEST(tst_hallgeometry, TestHallGeometry)
#include "tst_hallgeometry.moc"
