// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodeidentity.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Separates GPUs and driver in the description of a node.
inline constexpr std::string_view driverOfGpus = ", driver ";

/// "8 x H100, driver 550.54"; empty if the node has no GPUs.
[[nodiscard]] inline std::string gpusOfNode(const NodeIdentity& identity)
{
    for (const InventoryItem& item : identity.inventory) {
        if ((item.collector == "gpu" || item.collector == "nvidia") && item.isActive)
            return item.detail;
    }
    return {};
}

/// "H100"; empty: unknown.
[[nodiscard]] inline std::string gpuModelOf(const NodeIdentity& identity)
{
    constexpr std::string_view times = " x ";
    const std::string gpus = gpusOfNode(identity);
    const std::size_t at = gpus.find(times);
    if (at == std::string::npos)
        return {};
    const std::size_t from = at + times.size();
    return gpus.substr(from, gpus.find(driverOfGpus, from) - from);
}

} // namespace lockstep
