// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// A property of a node that is usually the same on equal nodes: {"GPU driver", "550.54"}.
struct NodeProperty
{
    std::string name;
    std::string value;

    bool operator==(const NodeProperty&) const = default;
};

/// Properties that analyses look up by name, or that several collectors report. All others are only compared between
/// nodes.
namespace properties {
inline constexpr std::string_view gpuModel = "GPU model";
inline constexpr std::string_view gpuCount = "GPUs";
inline constexpr std::string_view gpuDriver = "GPU driver";
} // namespace properties

/// Result of one collector's hardware detection.
struct InventoryItem
{
    std::string collector;
    bool isActive = false;
    std::string detail; ///< what it found, or why it is off: "off: /sys/class/infiniband is absent"
    std::vector<NodeProperty> properties{};

    bool operator==(const InventoryItem&) const = default;
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

    /// Value of the first property with this name; empty: not known.
    [[nodiscard]] std::string_view property(std::string_view property) const
    {
        for (const InventoryItem& item : inventory) {
            const auto found = std::ranges::find(item.properties, property, &NodeProperty::name);
            if (found != item.properties.end())
                return found->value;
        }
        return {};
    }
};

} // namespace lockstep
