// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/physics/random.h"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lockstep::sim {

/// Indices of leaves, spines and links in a two-level fat tree with rails: NIC r of each node connects to a leaf of
/// rail r, and each leaf has one link to each spine of its rail. All indices are dense. A plain value.
struct FatTree
{
    std::uint32_t nodes = 0;
    std::uint32_t rails = 1; ///< NICs per node
    std::uint32_t nodesPerLeaf = 1;
    std::uint32_t spinesPerRail = 1;

    [[nodiscard]] std::uint32_t leavesPerRail() const { return (nodes + nodesPerLeaf - 1) / nodesPerLeaf; }
    [[nodiscard]] std::uint32_t leaves() const { return leavesPerRail() * rails; }
    [[nodiscard]] std::uint32_t spines() const { return spinesPerRail * rails; }
    [[nodiscard]] std::uint32_t nics() const { return nodes * rails; }
    [[nodiscard]] std::uint32_t uplinks() const { return leaves() * spinesPerRail; }

    [[nodiscard]] std::uint32_t nic(std::uint32_t node, std::uint32_t rail) const { return node * rails + rail; }
    [[nodiscard]] std::uint32_t nodeOfNic(std::uint32_t nic) const { return nic / rails; }
    [[nodiscard]] std::uint32_t railOfNic(std::uint32_t nic) const { return nic % rails; }
    [[nodiscard]] std::uint32_t leafOfNic(std::uint32_t nic) const
    {
        return railOfNic(nic) * leavesPerRail() + nodeOfNic(nic) / nodesPerLeaf;
    }
    [[nodiscard]] std::uint32_t uplink(std::uint32_t leaf, std::uint32_t spineInRail) const
    {
        return leaf * spinesPerRail + spineInRail;
    }
    [[nodiscard]] std::uint32_t leafOfUplink(std::uint32_t uplink) const { return uplink / spinesPerRail; }
    [[nodiscard]] std::uint32_t spineInRailOfUplink(std::uint32_t uplink) const { return uplink % spinesPerRail; }
    [[nodiscard]] std::uint32_t railOfLeaf(std::uint32_t leaf) const { return leaf / leavesPerRail(); }
};

/// Behaviour of a switch port's output queue at an offered load, as shares of its line rate.
struct QueueState
{
    double packets = 0; ///< mean length
    double markShare = 0; ///< of packets that carry a congestion mark
    double pauseShare = 0; ///< of time in which it pauses its senders
};

/// Mean number of packets in the queue for equal packets that arrive at random (M/D/1): r^2 / (2 (1 - r)) (Pollaczek
/// 1930, Khinchine 1932). For r >= 1 the queue is at its limit.
[[nodiscard]] double meanQueue(double load);

/// State of a queue at an offered load. The share of marked packets rises linearly from 0 at the lower threshold to 0.2
/// at the upper one, and is 1 above it (RED as in DCQCN: Zhu et al., SIGCOMM 2015, section 5). Above the line rate,
/// sources are paused for the excess share, 1 - 1 / r.
[[nodiscard]] QueueState queueAt(double load);

/// A flow from one NIC to another of the same rail. A flow without a source stays inside its node.
struct Flow
{
    static constexpr std::uint32_t inside = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t source = inside;
    std::uint32_t destination = inside;
};

/// Concurrent flows: the ring edges of a job's data-parallel groups, or its pipeline edges. Each flow is striped over a
/// few queue pairs, each of which takes one spine. A plain value, owned by the fabric.
struct FlowSet
{
    static constexpr std::size_t stripes = 4; ///< queue pairs per connection
    static constexpr std::uint8_t noSpine = 0xFF; ///< source and destination share a leaf

    std::vector<Flow> flows;
    std::vector<std::array<std::uint8_t, stripes>> spines; ///< by flow
    std::vector<float> up; ///< by uplink: number of flows that leave the leaf on it
    std::vector<float> down; ///< by uplink: number of flows that arrive from the spine
    std::uint32_t fallsSeen = 0; ///< link failures whose timeout these flows have already waited for
    float duty = 0.1F; ///< recent share of time in which these flows are active

    // In the current tick.
    double bytesPerFlow = 0;
    double activeShare = 0;
    float demand = 1; ///< share of line rate that each flow needs while active: 1 for bulk transfers
};

/// Counters of a port in one tick; per direction where stated.
struct PortCounters
{
    float transmitted = 0; ///< bytes
    float received = 0;
    float peak = 0; ///< utilisation of the busier direction in its busiest 50 ms
    float waitShare = 0; ///< share of the tick with data but without credit
    float marks = 0;
    float pauses = 0;
    float retransmits = 0;
    float ackTimeouts = 0;
    float outOfSequence = 0; ///< received
    float symbolErrors = 0;
    float drops = 0;
    bool wentDown = false;
};

/// Simulated fabric: links with capacity and state, flows with routes, and their interaction per tick. Fluid model: a
/// flow gets its share of the busiest link on its path, and a striped flow is as slow as its slowest stripe. Owned by
/// the simulation; one thread.
class Fabric
{
public:
    Fabric(const FabricSpec& spec, FatTree tree, Random random);

    [[nodiscard]] const FatTree& tree() const { return m_tree; }

    /// Registers or replaces a set of flows; the number stays valid.
    std::size_t addFlows();
    void setFlows(std::size_t set, std::vector<Flow> flows);

    // Effects of faults.
    void setUplinkUp(std::uint32_t uplink, bool isUp);
    void setNicUp(std::uint32_t nic, bool isUp);
    /// Share of a NIC's bandwidth that goes into sending lost packets again.
    void setNicLoss(std::uint32_t nic, float share) { m_nicLoss[nic] = share; }
    /// Remaining share of a link's capacity; 1: all.
    void setUplinkCapacity(std::uint32_t uplink, float share);
    void setUplinkErrors(std::uint32_t uplink, float perSecond) { m_symbolErrors[uplink] = perSecond; }
    /// Share of the optical margin that is lost: FEC cannot correct all errors from 0.9 on, and at 1 the link is down.
    void setUplinkWear(std::uint32_t uplink, float share);
    /// Share of a leaf's flows that a polarised hash puts on a quarter of the uplinks.
    void setPolarisation(std::uint32_t leaf, float share);
    /// Traffic from outside the simulated jobs' collectives, as a share of the link's line rate.
    void setBackground(std::uint32_t uplink, float load) { m_background[uplink] = load; }

    /// GB/s available to each flow of a set (0: its NIC is down), into @p out. Reroutes first if links changed.
    void bandwidths(std::size_t set, double insideGBps, std::span<float> out);
    /// Seconds that each flow loses because a link of its path failed since the last call. Call before bandwidths(),
    /// which reroutes.
    void takeStalls(std::size_t set, std::span<float> out);

    /// Sets the traffic of a set in this tick: mean bytes per flow, during a share of the tick in which each flow would
    /// use @p demand of the line rate if possible.
    void offer(std::size_t set, double bytesPerFlow, double activeShare, double demand = 1);
    /// Adds bytes of one NIC in this tick, and its peak as a share of line rate.
    void offerNic(std::uint32_t source, std::uint32_t destination, float bytes, float peak);

    /// Resets the counters of the last tick.
    void beginTick();
    void step(double seconds);

    [[nodiscard]] const std::vector<PortCounters>& nics() const { return m_nics; }
    [[nodiscard]] const std::vector<PortCounters>& uplinks() const { return m_uplinks; } ///< transmit: to the spine
    [[nodiscard]] bool isNicUp(std::uint32_t nic) const { return m_nicUp[nic] != 0; }
    [[nodiscard]] bool isUplinkUp(std::uint32_t uplink) const { return m_uplinkUp[uplink] != 0; }
    [[nodiscard]] float uplinkWear(std::uint32_t uplink) const { return m_wear[uplink]; }
    [[nodiscard]] double nicGBps() const { return m_spec.nicGBps; }
    [[nodiscard]] double uplinkGBps() const { return m_spec.uplinkGBps; }

private:
    void route();
    void routeSet(FlowSet& set);
    [[nodiscard]] std::uint8_t pickSpine(const Flow& flow, std::size_t stripe, std::span<const float> load) const;
    void stepUplinks(double seconds);
    void stepNics(double seconds);

    FabricSpec m_spec;
    FatTree m_tree;
    Random m_random;
    std::vector<FlowSet> m_sets;
    bool m_isDirty = true;
    std::vector<std::uint8_t> m_uplinkUp;
    std::vector<std::uint8_t> m_nicUp;
    std::vector<float> m_nicLoss;
    std::vector<float> m_capacity; ///< by uplink, share
    std::vector<float> m_background;
    std::vector<float> m_symbolErrors;
    std::vector<float> m_wear;
    std::vector<float> m_polarisation; ///< by leaf
    std::vector<float> m_otherLoad; ///< flows of other sets on a link, uplinks first, then downward
    std::vector<float> m_otherDuty; ///< share of time in which the busiest of them is active
    std::uint32_t m_falls = 0; ///< number of link failures so far
    std::vector<std::uint32_t> m_uplinkFell; ///< number of the last failure of each uplink, 0: none
    std::vector<std::uint32_t> m_nicFell;
    std::vector<PortCounters> m_uplinks;
    std::vector<PortCounters> m_nics;
    std::vector<float> m_loadScratch;
};

} // namespace lockstep::sim
