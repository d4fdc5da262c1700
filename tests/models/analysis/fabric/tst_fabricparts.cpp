// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricmap.h"
#include "models/analysis/fabric/fabricmodel.h"
#include "models/core/metric.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <array>
#include <cmath>
#include <random>

using namespace lockstep;

namespace {

/// Nodes with one NIC each, connected to leaves. Each leaf has one link to each spine; both ends are reported.
struct SmallFabric
{
    SmallFabric(std::uint32_t leaves, std::uint32_t spines, std::uint32_t nodesPerLeaf)
    {
        const auto spineName = [](std::uint32_t spine) {
            return "spine" + std::to_string(spine);
        };
        TopologyBuilder builder;
        for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
            const std::string name = "leaf" + std::to_string(leaf);
            const EntityRef device = builder.add(EntityKind::Switch, name, {});
            leafIndex.push_back(device.index);
            for (std::uint32_t node = 0; node < nodesPerLeaf; ++node) {
                const EntityRef owner = builder.addNode(name + "-node" + std::to_string(node), {}, {});
                const EntityRef nic = builder.add(EntityKind::Port, "mlx5_0/1", owner);
                builder.connect(nic, {name, ""});
                nics.push_back(nic.index);
            }
            for (std::uint32_t spine = 0; spine < spines; ++spine) {
                const EntityRef port = builder.add(EntityKind::Port, "to:" + spineName(spine), device);
                builder.connect(port, {spineName(spine), "to:" + name});
                up.push_back(port.index);
            }
        }
        for (std::uint32_t spine = 0; spine < spines; ++spine) {
            const EntityRef device = builder.add(EntityKind::Switch, spineName(spine), {});
            spineIndex.push_back(device.index);
            for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
                (void)builder.add(EntityKind::Port, "to:leaf" + std::to_string(leaf), device);
        }
        topology = builder.build();
        map = FabricMap(*topology);
        waits.assign(map.portCount(), 0.0F);
    }

    [[nodiscard]] std::uint32_t uplink(std::uint32_t leaf, std::uint32_t spine) const
    {
        return up[leaf * spineIndex.size() + spine];
    }

    std::vector<std::uint32_t> leafIndex, spineIndex, nics, up;
    TopologyPtr topology;
    FabricMap map;
    std::vector<float> waits;
};

} // namespace

class TestFabricParts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tiersCountFromTheMachines();
    void linksWithoutMachinesHaveNoDirection();
    void evenLoadIsNoImbalance();
    void oneOfNCarriesAll();
    void aQuarterInUseLeavesThreeQuartersUnused();
    void downLinksDoNotCount();
    void aCongestedSpineIsTheRootOfAllThatWait();
    void twoCongestedPlacesMakeTwoTrees();
    void aRingOfWaitingPortsEnds();
    void onePortThatWaitsIsNoTree();
    void everyWaitingPortIsInExactlyOneTree();
    void troubleIsTheWorstOfItsSigns();
};

void TestFabricParts::tiersCountFromTheMachines()
{
    const SmallFabric fabric(3, 4, 2);
    for (const std::uint32_t leaf : fabric.leafIndex)
        QCOMPARE(fabric.map.tier(leaf), 1U);
    for (const std::uint32_t spine : fabric.spineIndex)
        QCOMPARE(fabric.map.tier(spine), 2U);
    QCOMPARE(fabric.map.uplinks().size(), 12U);
    QCOMPARE(fabric.map.equalCostSets().size(), 3U);
    QCOMPARE(fabric.map.nics().size(), 6U);
    for (const Uplink& uplink : fabric.map.uplinks()) {
        QCOMPARE(fabric.map.tier(uplink.lower), 1U);
        QCOMPARE(fabric.map.peerPort(uplink.farPort), uplink.port);
    }
}

void TestFabricParts::linksWithoutMachinesHaveNoDirection()
{
    const SmallFabric fabric(2, 2, 0);
    QVERIFY(fabric.map.uplinks().empty());
}

void TestFabricParts::evenLoadIsNoImbalance()
{
    const std::array even{5.0F, 5.0F, 5.0F, 5.0F};
    QCOMPARE(loadImbalance(even), 0.0F);
    QCOMPARE(unusedPaths(even), 0.0F);
}

void TestFabricParts::oneOfNCarriesAll()
{
    const std::array one{0.0F, 0.0F, 7.0F, 0.0F};
    QCOMPARE(loadImbalance(one), 3.0F);
    QVERIFY(std::isnan(loadImbalance(std::array{0.0F, 0.0F}))); // no load, nothing to balance
    QVERIFY(std::isnan(unusedPaths(std::array{3.0F})));
}

void TestFabricParts::aQuarterInUseLeavesThreeQuartersUnused()
{
    for (const std::size_t paths : {8U, 32U}) {
        std::vector<float> loads(paths, 0.0F);
        std::fill_n(loads.begin(), paths / 4, 9.0F);
        QCOMPARE(unusedPaths(loads), 0.75F);
    }
}

void TestFabricParts::downLinksDoNotCount()
{
    const std::array loads{5.0F, noData, 5.0F, 5.0F};
    QCOMPARE(loadImbalance(loads), 0.0F);
    QCOMPARE(unusedPaths(loads), 0.0F);
}

void TestFabricParts::aCongestedSpineIsTheRootOfAllThatWait()
{
    SmallFabric fabric(4, 4, 8);
    for (const std::uint32_t nic : fabric.nics)
        fabric.waits[nic] = 0.2F;
    for (std::uint32_t leaf = 0; leaf < 4; ++leaf)
        fabric.waits[fabric.uplink(leaf, 2)] = 0.4F + 0.1F * static_cast<float>(leaf);
    const auto trees = findCongestion(fabric.map, fabric.waits);
    QCOMPARE(trees.size(), 1U);
    QCOMPARE(trees[0].rootSwitch, fabric.spineIndex[2]);
    QCOMPARE(trees[0].victims, 36U);
    QCOMPARE(trees[0].rootPorts.size(), 4U);
    QCOMPARE(trees[0].worstWait, 0.7F);
}

void TestFabricParts::twoCongestedPlacesMakeTwoTrees()
{
    SmallFabric fabric(2, 4, 4);
    fabric.waits[fabric.uplink(0, 0)] = 0.5F;
    fabric.waits[fabric.uplink(1, 3)] = 0.5F;
    for (std::size_t nic = 0; nic < 4; ++nic)
        fabric.waits[fabric.nics[nic]] = 0.2F; // NICs on leaf 0
    fabric.waits[fabric.nics[4]] = 0.2F; // one of leaf 1
    const auto trees = findCongestion(fabric.map, fabric.waits);
    QCOMPARE(trees.size(), 2U);
    QCOMPARE(trees[0].rootSwitch, fabric.spineIndex[0]); // more wait for it
    QCOMPARE(trees[0].victims, 5U);
    QCOMPARE(trees[1].rootSwitch, fabric.spineIndex[3]);
    QCOMPARE(trees[1].victims, 2U);
}

void TestFabricParts::aRingOfWaitingPortsEnds()
{
    SmallFabric fabric(2, 2, 1);
    for (float& wait : fabric.waits)
        wait = 0.5F;
    std::uint32_t victims = 0;
    for (const CongestionTree& tree : findCongestion(fabric.map, fabric.waits, {0.05F, 1}))
        victims += tree.victims;
    QCOMPARE(victims, static_cast<std::uint32_t>(fabric.waits.size()));
}

void TestFabricParts::onePortThatWaitsIsNoTree()
{
    SmallFabric fabric(2, 2, 2);
    fabric.waits[fabric.uplink(0, 0)] = 0.9F;
    QVERIFY(findCongestion(fabric.map, fabric.waits).empty());
    fabric.waits.assign(fabric.waits.size(), noData);
    QVERIFY(findCongestion(fabric.map, fabric.waits).empty());
}

void TestFabricParts::everyWaitingPortIsInExactlyOneTree()
{
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        SmallFabric fabric(random() % 5 + 1, random() % 6 + 1, random() % 4 + 1);
        std::uint32_t waiting = 0;
        for (float& wait : fabric.waits) {
            wait = random() % 3 == 0 ? 0.3F : random() % 7 == 0 ? noData : 0.01F;
            waiting += wait > 0.05F ? 1 : 0;
        }
        std::uint32_t reported = 0;
        for (const CongestionTree& tree : findCongestion(fabric.map, fabric.waits, {0.05F, 1}))
            reported += tree.victims;
        QCOMPARE(reported, waiting);
    }
}

void TestFabricParts::troubleIsTheWorstOfItsSigns()
{
    const LinkSigns well{0, false, 0.0F, false, 0.0F, 0.0F, 0.1F};
    QCOMPARE(linkFaultScore(well), 0.0F);
    LinkSigns signs = well;
    signs.falls = 3;
    QCOMPARE(linkFaultScore(signs), 1.0F);
    signs = well;
    signs.isDown = true;
    QCOMPARE(linkFaultScore(signs), 1.0F);
    signs = well;
    signs.errors = 1;
    QCOMPARE(linkFaultScore(signs), 0.5F);
    signs.wait = 0.04F;
    QCOMPARE(linkFaultScore(signs), 0.8F);
    QVERIFY(std::isnan(linkFaultScore({}))); // nothing measured is not the same as nothing wrong
}

LOCKSTEP_TEST(tst_fabricparts, TestFabricParts)
#include "tst_fabricparts.moc"
