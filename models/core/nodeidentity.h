// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Position of a node, if configured.
struct RackPosition
{
    std::string row;
    std::string rack;
    std::uint32_t bottomUnit = 0; ///< lowest rack unit it fills, from 1
    std::uint32_t heightUnits = 1;
};

/// Result of one collector's hardware detection.
struct InventoryItem
{
    std::string collector;
    bool isActive = false;
    std::string detail; ///< what it found, or why it is off: "off: /sys/class/infiniband is absent"
};

/// Identity of a node.
struct NodeIdentity
{
    std::string name; ///< unique in the cluster, the host name unless configured
    std::uint64_t epoch = 0; ///< unique for each run of the agent; sequence numbers restart with it
    Duration tickPeriod = std::chrono::seconds(1);
    std::string agentVersion;
    std::string operatingSystem;
    std::string cpuModel;
    std::uint32_t cpuCount = 0;
    std::uint64_t memoryBytes = 0;
    std::optional<RackPosition> position;
    std::vector<InventoryItem> inventory;
};

} // namespace lockstep
