// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowfollower.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <string>

using namespace lockstep;

namespace {

/// Nodes of two GPUs; @p nics of each lead to a leaf, one more leads nowhere known.
TopologyPtr makeTopology(int nodes, int nics)
{
    TopologyBuilder builder;
    (void)builder.add(EntityKind::Switch, "leaf", {});
    for (int node = 0; node < nodes; ++node) {
        const EntityRef ref = builder.addNode("n" + std::to_string(node), {}, {});
        for (const char* gpu : {"gpu0", "gpu1"})
            (void)builder.add(EntityKind::Gpu, gpu, ref);
        for (int nic = 0; nic < nics; ++nic)
            builder.connect(builder.add(EntityKind::Port, "mlx5_" + std::to_string(nic), ref), {"leaf", ""});
        (void)builder.add(EntityKind::Port, "eth0", ref);
    }
    return builder.build();
}

CommunicatorBandwidth communicator(std::vector<std::uint32_t> lanes)
{
    CommunicatorBandwidth made;
    made.communicator = 7;
    made.lanes = std::move(lanes);
    return made;
}

} // namespace

class TestFlowRoster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachGpuGoesByTheNicInItsSlot()
    {
        const TopologyPtr topology = makeTopology(2, 2);
        FlowRoster roster;
        for (std::uint32_t gpu = 0; gpu < 4; ++gpu)
            roster.addLane({EntityKind::Gpu, gpu});
        const FlowMembers& members = roster.membersOf(communicator({1, 3}), *topology);
        QVERIFY(members.crossesNodes);
        QCOMPARE(members.gpus->size(), 2U);
        QCOMPARE(members.nics.size(), 2U);
        for (const std::uint32_t nic : members.nics)
            QCOMPARE(topology->name({EntityKind::Port, nic}), std::string("mlx5_1"));
    }

    void withFewerNicsThanGpusAnyMayCarryIt()
    {
        const TopologyPtr topology = makeTopology(1, 1);
        FlowRoster roster;
        roster.addLane({EntityKind::Gpu, 0});
        roster.addLane({EntityKind::Gpu, 1});
        const FlowMembers& members = roster.membersOf(communicator({0, 1}), *topology);
        QVERIFY(!members.crossesNodes);
        QCOMPARE(members.nics.size(), 1U); // both by the same
    }

    void newMembersAndNewPortsAreSeen()
    {
        FlowRoster roster;
        for (std::uint32_t gpu = 0; gpu < 4; ++gpu)
            roster.addLane({EntityKind::Gpu, gpu});
        const TopologyPtr without = makeTopology(2, 0);
        QVERIFY(roster.membersOf(communicator({0}), *without).nics.empty());
        QVERIFY(!roster.membersOf(communicator({0, 1}), *without).crossesNodes);
        QVERIFY(roster.membersOf(communicator({0, 1, 2}), *without).crossesNodes);
        TopologyBuilder builder(*without);
        builder.connect(builder.add(EntityKind::Port, "mlx5_0", without->findNode("n0")), {"leaf", ""});
        const TopologyPtr with = builder.build();
        QVERIFY(with->version() != without->version());
        QCOMPARE(roster.membersOf(communicator({0, 1, 2}), *with).nics.size(), 1U);
    }

    void aLaneOfNoGpuIsAMemberThatIsNotKnown()
    {
        const TopologyPtr topology = makeTopology(1, 2);
        FlowRoster roster;
        roster.addLane({EntityKind::Node, 0});
        const FlowMembers& members = roster.membersOf(communicator({0, 99}), *topology);
        QCOMPARE(members.gpus->size(), 2U);
        QVERIFY(!members.gpus->front().isValid() && !members.gpus->back().isValid());
        QVERIFY(members.nics.empty());
    }
};

LOCKSTEP_TEST(tst_flowroster, TestFlowRoster)
#include "tst_flowroster.moc"
