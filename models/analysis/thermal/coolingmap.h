// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Sensors that describe the cooling of a node: indices of sensors, and a loop. None if absent.
struct NodeCooling
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::uint32_t coolant = none; ///< of the liquid at its cold plates
    std::uint32_t inlet = none; ///< air
    std::uint32_t exhaust = none;
    std::uint32_t loop = none; ///< loop in the name of its coolant sensor
    bool isPlaced = false; ///< its rack is known

    /// The sensor of the medium that cools its GPUs.
    [[nodiscard]] std::uint32_t reference() const { return coolant != none ? coolant : inlet; }
};

/// Maps GPUs to coolant and peers. The coolant comes from sensor names that contain "coolant" or "coolant LOOP",
/// "inlet", "exhaust" or "outlet". Peers are GPUs of the same model, in the same slot, with the same cooling. A plain
/// value; rebuilt when the topology changes.
class CoolingMap
{
public:
    CoolingMap() = default;
    explicit CoolingMap(const Topology& topology);

    [[nodiscard]] const std::vector<NodeCooling>& nodes() const { return m_nodes; } ///< by node
    [[nodiscard]] const std::vector<std::uint32_t>& nodeOfGpu() const { return m_nodeOfGpu; } ///< or NodeCooling::none
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& gpusOfNode() const { return m_gpusOfNode; }
    /// Whether a sensor measures the medium that cools the GPU.
    [[nodiscard]] bool hasReference(std::uint32_t gpu) const
    {
        return m_nodeOfGpu[gpu] != NodeCooling::none && m_nodes[m_nodeOfGpu[gpu]].reference() != NodeCooling::none;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& peerGroups() const { return m_peerGroups; } ///< by GPU
    /// For each GPU, its group: GPUs of the same model in the same slot on the same loop, or in air. If a loop has too
    /// few nodes for this, all GPUs on the loop.
    [[nodiscard]] const std::vector<std::uint32_t>& coolingGroups() const { return m_coolingGroups; }
    /// Whether that group contains one slot only.
    [[nodiscard]] bool comparesSlots(std::uint32_t gpu) const { return m_comparesSlots[gpu] != 0; }
    [[nodiscard]] bool isLiquid(std::uint32_t gpu) const { return m_isLiquid[gpu] != 0; }

private:
    void groupByLoop(const Topology& topology);

    std::vector<NodeCooling> m_nodes;
    std::vector<std::uint32_t> m_nodeOfGpu;
    std::vector<std::vector<std::uint32_t>> m_gpusOfNode;
    std::vector<std::uint32_t> m_peerGroups;
    std::vector<std::uint32_t> m_coolingGroups;
    std::vector<std::uint8_t> m_comparesSlots; ///< by GPU, like the following member
    std::vector<std::uint8_t> m_isLiquid;
};

} // namespace lockstep
