// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep::sim;

namespace {

/// Four leaves with 8 nodes each, and 8 spines, on each of two rails. Node n sends to node n + 8 under the next leaf,
/// on rail 0.
struct Pod
{
    FatTree tree{32, 2, 8, 8};
    Fabric fabric;
    std::size_t set;
    std::vector<float> rates = std::vector<float>(32);

    explicit Pod(FabricSpec spec = {}) : fabric(spec, tree, Random(3)), set(fabric.addFlows())
    {
        std::vector<Flow> flows;
        for (std::uint32_t node = 0; node < 32; ++node)
            flows.push_back({tree.nic(node, 0), tree.nic((node + 8) % 32, 0)});
        fabric.setFlows(set, flows);
    }
    float slowest()
    {
        fabric.bandwidths(set, 450, rates);
        return *std::ranges::min_element(rates);
    }
    void tick(double bytesPerFlow, double share)
    {
        fabric.beginTick();
        fabric.offer(set, bytesPerFlow, share);
        fabric.step(1);
    }
};

constexpr float line = 50 * 0.94F;

} // namespace

class FabricTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNicHasALeafOfItsRail()
    {
        const FatTree tree{32, 2, 8, 8};
        QCOMPARE(tree.leaves(), 8U);
        QCOMPARE(tree.uplinks(), 64U);
        QCOMPARE(tree.leafOfNic(tree.nic(9, 0)), 1U);
        QCOMPARE(tree.leafOfNic(tree.nic(9, 1)), 5U);
        QCOMPARE(tree.railOfLeaf(5), 1U);
    }

    void adaptiveRoutingFillsEqualLinksEvenly()
    {
        Pod pod;
        QVERIFY(std::abs(pod.slowest() - line) < 0.01F);
        pod.tick(10e9, 0.5);
        for (std::uint32_t uplink = 0; uplink < 32; ++uplink) // rail 0
            QVERIFY(std::abs(pod.fabric.uplinks()[uplink].transmitted - 10e9F) < 1e6F);
        for (std::uint32_t uplink = 32; uplink < 64; ++uplink)
            QCOMPARE(pod.fabric.uplinks()[uplink].transmitted, 0.0F);
    }

    void aLossyNicSendsAgainAndReceivesOutOfSequence()
    {
        Pod pod;
        const std::uint32_t nic = pod.tree.nic(9, 0);
        pod.fabric.setNicLoss(nic, 0.3F);
        QVERIFY(std::abs(pod.slowest() - 0.7F * line) < 0.01F);
        pod.fabric.beginTick();
        for (std::uint32_t node = 0; node < 32; ++node)
            pod.fabric.offerNic(pod.tree.nic(node, 0), pod.tree.nic((node + 8) % 32, 0), 10e9F, 0.5F);
        const auto& nics = pod.fabric.nics();
        QVERIFY(nics[nic].retransmits > 100 && nics[nic].outOfSequence > 100);
        QVERIFY(nics[pod.tree.nic(1, 0)].retransmits > 100); // that sends to it
        QCOMPARE(nics[pod.tree.nic(2, 0)].retransmits, 0.0F);
        QVERIFY(pod.fabric.isNicUp(nic) && nics[nic].symbolErrors == 0);
    }

    void whatLeavesOneLeafArrivesAtTheOthers()
    {
        FabricSpec spec;
        spec.routing = Routing::EqualCostHash;
        Pod pod(spec);
        pod.slowest();
        pod.tick(1e9, 0.5);
        double sent = 0;
        double received = 0;
        for (const PortCounters& port : pod.fabric.uplinks()) {
            sent += port.transmitted;
            received += port.received;
        }
        QVERIFY(std::abs(sent - 32e9) < 1e6);
        QVERIFY(std::abs(received - 32e9) < 1e6);
    }

    void aPolarisedHashCrowdsAQuarterOfTheLinks()
    {
        Pod pod;
        for (std::uint32_t leaf = 0; leaf < 4; ++leaf)
            pod.fabric.setPolarisation(leaf, 1);
        QVERIFY(pod.slowest() <= line / 3.9F);
        pod.tick(10e9, 0.5);
        int used = 0;
        float marks = 0;
        for (std::uint32_t uplink = 0; uplink < 8; ++uplink) {
            used += pod.fabric.uplinks()[uplink].transmitted > 0 ? 1 : 0;
            marks += pod.fabric.uplinks()[uplink].marks;
        }
        QVERIFY(used <= 2);
        QVERIFY(marks > 0);
    }

    void aSpineThatPassesLessMakesItsFeedersWait()
    {
        Pod pod;
        pod.slowest();
        pod.fabric.setUplinkCapacity(2, 0.25F);
        QVERIFY(std::abs(pod.slowest() - line / 4) < 0.5F);
        pod.tick(5e9, 0.5);
        QVERIFY(pod.fabric.uplinks()[2].waitShare > 0.3F);
        QVERIFY(pod.fabric.uplinks()[2].pauses > 0);
        QCOMPARE(pod.fabric.uplinks()[3].waitShare, 0.0F);
    }

    void aLinkThatFallsCostsItsFlowsOneTimeoutAndIsRoutedAround()
    {
        Pod pod;
        pod.slowest();
        std::vector<float> stalls(32);
        pod.fabric.takeStalls(pod.set, stalls);
        QCOMPARE(*std::ranges::max_element(stalls), 0.0F);
        pod.fabric.setUplinkUp(3, false);
        QVERIFY(pod.fabric.uplinks()[3].wentDown);
        pod.fabric.takeStalls(pod.set, stalls);
        QVERIFY(*std::ranges::max_element(stalls) > 1);
        QVERIFY(std::ranges::count(stalls, 0.0F) > 0); // only those with stripes on that link
        pod.fabric.takeStalls(pod.set, stalls);
        QCOMPARE(*std::ranges::max_element(stalls), 0.0F);
        QVERIFY(pod.slowest() > line * 0.6F); // seven links carry the load of eight
        pod.tick(5e9, 0.5);
        QCOMPARE(pod.fabric.uplinks()[3].transmitted, 0.0F);
    }

    void aDeadNicStopsItsFlows()
    {
        Pod pod;
        pod.fabric.setNicUp(pod.tree.nic(5, 0), false);
        QCOMPARE(pod.slowest(), 0.0F);
        QCOMPARE(std::ranges::count(pod.rates, 0.0F), 2); // bytes sent and received
    }
};

LOCKSTEP_TEST(tst_fabric, FabricTest)
#include "tst_fabric.moc"
