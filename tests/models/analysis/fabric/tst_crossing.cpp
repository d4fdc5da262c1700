// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricmap.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <numeric>

using namespace lockstep;

namespace {

/// Two rails, two leaves a rail, two nodes a leaf, two GPUs and two NICs a node, one spine a rail.
TopologyPtr makeTopology()
{
    TopologyBuilder builder;
    for (const char* rail : {"0", "1"}) {
        const std::string spine = std::string("spine") + rail;
        const EntityRef device = builder.add(EntityKind::Switch, spine, {});
        for (const char* half : {"a", "b"}) {
            const std::string leaf = std::string("leaf") + rail + half;
            builder.connect(builder.add(EntityKind::Port, "up", builder.add(EntityKind::Switch, leaf, {})),
                            {spine, "to:" + leaf});
            (void)builder.add(EntityKind::Port, "to:" + leaf, device);
        }
    }
    for (const char* node : {"a1", "a2", "b1", "b2"}) {
        const EntityRef ref = builder.addNode(node, {}, {});
        for (const char* slot : {"0", "1"}) {
            (void)builder.add(EntityKind::Gpu, std::string("gpu") + slot, ref);
            builder.connect(builder.add(EntityKind::Port, std::string("mlx5_") + slot, ref),
                            {std::string("leaf") + slot + node[0], ""});
        }
        (void)builder.add(EntityKind::Port, "storage0", ref); // leads nowhere known
    }
    return builder.build();
}

EntityRef gpuOf(const Topology& topology, const char* node, const char* gpu)
{
    return topology.find(EntityKind::Gpu, topology.findNode(node), gpu);
}

EntityRef portOf(const Topology& topology, const char* device, const char* port)
{
    return topology.find(EntityKind::Port, topology.find(EntityKind::Switch, {}, device), port);
}

} // namespace

class TestCrossing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void behindANicStandsTheGpuInItsSlot()
    {
        const TopologyPtr topology = makeTopology();
        const EntityRef nic = topology->find(EntityKind::Port, topology->findNode("b1"), "mlx5_1");
        const auto behind = gpusBehind(*topology, FabricMap(*topology), nic.index);
        QCOMPARE(std::accumulate(behind.begin(), behind.end(), 0), 1);
        QCOMPARE(behind[gpuOf(*topology, "b1", "gpu1").index], std::uint8_t{1});
    }

    void behindALinkStandsItsLeafWhicheverEndIsAsked()
    {
        const TopologyPtr topology = makeTopology();
        const FabricMap map(*topology);
        const auto up = gpusBehind(*topology, map, portOf(*topology, "leaf1a", "up").index);
        const auto down = gpusBehind(*topology, map, portOf(*topology, "spine1", "to:leaf1a").index);
        QCOMPARE(up, down);
        QCOMPARE(std::accumulate(up.begin(), up.end(), 0), 2);
        QCOMPARE(up[gpuOf(*topology, "a1", "gpu1").index], std::uint8_t{1});
        QCOMPARE(up[gpuOf(*topology, "a2", "gpu1").index], std::uint8_t{1});
    }

    void onlyGroupsOnBothSidesCross()
    {
        const TopologyPtr topology = makeTopology();
        const auto flow = [&](std::vector<EntityRef> gpus, float bandwidth, bool crossesNodes = true) {
            CommunicatorFlow made;
            made.gpus = std::make_shared<const std::vector<EntityRef>>(std::move(gpus));
            made.busBandwidth = bandwidth;
            made.lineRate = 50e9F;
            made.crossesNodes = crossesNodes;
            return made;
        };
        const EntityRef a1 = gpuOf(*topology, "a1", "gpu1");
        const EntityRef a2 = gpuOf(*topology, "a2", "gpu1");
        const EntityRef b1 = gpuOf(*topology, "b1", "gpu1");
        const std::vector<CommunicatorFlow> flows{flow({a1, b1}, 40e9F), flow({a1, a2}, 10e9F), // stays under the leaf
                                                  flow({b1, gpuOf(*topology, "b2", "gpu1")}, 10e9F),
                                                  flow({a2, b1}, 5e9F),
                                                  flow({a1, gpuOf(*topology, "a1", "gpu0")}, 400e9F, false)};
        const auto behind = gpusBehind(*topology, FabricMap(*topology), portOf(*topology, "leaf1a", "up").index);
        QCOMPARE(crossingFlows(flows, behind), (std::vector<std::size_t>{3, 0})); // slowest first
    }

    void whatIsNoLinkHasNothingBehindIt()
    {
        const TopologyPtr topology = makeTopology();
        const auto behind = gpusBehind(*topology, FabricMap(*topology), 100'000);
        QCOMPARE(std::accumulate(behind.begin(), behind.end(), 0), 0);
        QVERIFY(crossingFlows({}, behind).empty());
    }
};

LOCKSTEP_TEST(tst_crossing, TestCrossing)
#include "tst_crossing.moc"
