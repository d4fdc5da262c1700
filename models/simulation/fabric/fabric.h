// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/fabric/fattree.h"
#include "models/simulation/fabric/flowset.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep::sim {

/// Counters of a port in one tick; per direction where stated.
struct PortCounters
{
    float transmitted = 0; ///< bytes
    float received = 0;
    float peak = 0; ///< utilisation of the busier direction in its busiest 50 ms
    float waitShare = 0; ///< of the tick with data but no credit
    float marks = 0;
    float pauses = 0;
    float retransmits = 0;
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

    // What faults do.
    void setUplinkUp(std::uint32_t uplink, bool isUp);
    void setNicUp(std::uint32_t nic, bool isUp);
    /// Share of capacity that is left of a link; 1: all of it.
    void setUplinkCapacity(std::uint32_t uplink, float share);
    void setUplinkErrors(std::uint32_t uplink, float perSecond) { m_symbolErrors[uplink] = perSecond; }
    /// Share of a leaf's flows that a bad hash puts onto a quarter of the uplinks.
    void setPolarisation(std::uint32_t leaf, float share);
    /// Traffic from outside the simulated jobs' collectives, as a share of the link's line rate.
    void setBackground(std::uint32_t uplink, float load) { m_background[uplink] = load; }

    /// GB/s that each flow of a set can have now (0: its NIC is down), into @p out. Reroutes first when links changed.
    void bandwidths(std::size_t set, double insideGBps, std::span<float> out);
    /// Seconds that each flow loses because a link under it went down since the last call. Before bandwidths(), which
    /// reroutes.
    void takeStalls(std::size_t set, std::span<float> out);

    /// Says what a set moves in this tick: mean bytes per flow, over a share of the tick, in which each flow would take
    /// @p demand of the line rate if it could.
    void offer(std::size_t set, double bytesPerFlow, double activeShare, double demand = 1);
    /// Bytes of one NIC in this tick, and its peak as a share of line rate.
    void offerNic(std::uint32_t source, std::uint32_t destination, float bytes, float peak);

    /// Forgets the counters of the last tick.
    void beginTick();
    void step(double seconds);

    [[nodiscard]] const std::vector<PortCounters>& nics() const { return m_nics; }
    [[nodiscard]] const std::vector<PortCounters>& uplinks() const { return m_uplinks; } ///< transmit: to the spine
    [[nodiscard]] bool isNicUp(std::uint32_t nic) const { return m_nicUp[nic] != 0; }
    [[nodiscard]] bool isUplinkUp(std::uint32_t uplink) const { return m_uplinkUp[uplink] != 0; }
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
    std::vector<float> m_capacity; ///< by uplink, share
    std::vector<float> m_background;
    std::vector<float> m_symbolErrors;
    std::vector<float> m_polarisation; ///< by leaf
    std::vector<float> m_otherLoad; ///< whole flows of other sets on a link, up links first, then downward
    std::vector<float> m_otherDuty; ///< share of time in which the busiest of them runs
    std::uint32_t m_falls = 0; ///< links that went down so far
    std::vector<std::uint32_t> m_uplinkFell; ///< number of the last fall of each, 0: none
    std::vector<std::uint32_t> m_nicFell;
    std::vector<PortCounters> m_uplinks;
    std::vector<PortCounters> m_nics;
    std::vector<float> m_loadScratch;
};

} // namespace lockstep::sim
