// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

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

} // namespace lockstep::sim
