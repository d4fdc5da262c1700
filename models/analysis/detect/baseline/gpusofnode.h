// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodeidentity.h"

#include <string>
#include <string_view>

namespace lockstep {

/// What stands between the GPUs and their driver in what a node says of itself.
inline constexpr std::string_view driverOfGpus = ", driver ";

/// "8 x H100, driver 550.54"; empty when the node has no GPUs.
[[nodiscard]] inline std::string gpusOfNode(const NodeIdentity& identity)
{
    for (const InventoryItem& item : identity.inventory) {
        if ((item.collector == "gpu" || item.collector == "nvidia") && item.isActive)
            return item.detail;
    }
    return {};
}

} // namespace lockstep
