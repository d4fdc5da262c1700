// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A port towards the core: from a leaf to a spine, or from a spine to a core switch.
struct Uplink
{
    std::uint32_t port = 0;
    std::uint32_t farPort = 0; ///< FabricMap::none: unknown
    std::uint32_t lower = 0; ///< switch that the port is on
    std::uint32_t upper = 0; ///< switch that it leads to
};

/// The equal-cost uplinks of one switch, over which traffic should spread evenly.
struct EqualCostSet
{
    std::uint32_t lower = 0; ///< switch
    std::uint32_t from = 0; ///< index into FabricMap::uplinks()
    std::uint32_t to = 0;
};

/// A node's port with a link into the fabric.
struct FabricNic
{
    std::uint32_t port = 0;
    std::uint32_t node = 0;
    std::uint32_t leaf = 0; ///< switch at its far end
};

/// Connections between ports, links and switches, from the topology. A switch with nodes is a leaf; tiers are counted
/// from the leaves. Indices are the topology's. Immutable; rebuilt when the topology changes.
class FabricMap
{
public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    FabricMap() = default;
    explicit FabricMap(const Topology& topology);

    [[nodiscard]] const std::vector<Uplink>& uplinks() const { return m_uplinks; } ///< by lower switch, then upper
    [[nodiscard]] const std::vector<EqualCostSet>& equalCostSets() const { return m_sets; }
    [[nodiscard]] const std::vector<FabricNic>& nics() const { return m_nics; } ///< by node, then port

    [[nodiscard]] std::size_t portCount() const { return m_ownerOfPort.size(); }
    [[nodiscard]] std::size_t switchCount() const { return m_tiers.size(); }
    [[nodiscard]] std::uint32_t switchOfPort(std::uint32_t port) const { return m_ownerOfPort[port]; } ///< or none
    /// Switch at the far end of a port's link, or none.
    [[nodiscard]] std::uint32_t switchAhead(std::uint32_t port) const { return m_ahead[port]; }
    [[nodiscard]] std::uint32_t peerPort(std::uint32_t port) const { return m_peerPort[port]; } ///< or none
    [[nodiscard]] std::uint32_t tier(std::uint32_t device) const { return m_tiers[device]; } ///< 1: leaf; 0: unknown

private:
    void readPorts(const Topology& topology);
    void findTiers();
    void gatherUplinks(const Topology& topology);

    std::vector<std::uint32_t> m_ownerOfPort;
    std::vector<std::uint32_t> m_ahead;
    std::vector<std::uint32_t> m_peerPort;
    std::vector<std::vector<std::uint32_t>> m_portsOfSwitch;
    std::vector<std::uint32_t> m_tiers;
    std::vector<Uplink> m_uplinks;
    std::vector<EqualCostSet> m_sets;
    std::vector<FabricNic> m_nics;
};

/// GPUs whose traffic uses a port: for a NIC, the GPU in its slot; for an uplink of a leaf, the GPUs of all NICs on the
/// leaf; for a port of a higher switch, the GPUs of all leaves below that switch. @return by GPU: 1 if its traffic uses
/// the port
[[nodiscard]] std::vector<std::uint8_t> gpusBehind(const Topology& topology, const FabricMap& map, std::uint32_t port);

/// Communicators with members on both sides of a port, whose collectives may use the port. Which of several equal-cost
/// paths they use is unknown. Sorted by bandwidth relative to line rate, highest first.
/// @return indices into @p flows
[[nodiscard]] std::vector<std::size_t> crossingFlows(const std::vector<CommunicatorFlow>& flows,
                                                     const std::vector<std::uint8_t>& behind);

} // namespace lockstep
