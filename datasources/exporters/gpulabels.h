// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodeidentity.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Labels of dcgm-exporter that describe a GPU.
struct GpuLabels
{
    static constexpr std::string_view modelLabel = "modelName";
    static constexpr std::string_view driverLabel = "DCGM_FI_DRIVER_VERSION";

    std::string model;
    std::string driver; ///< empty: not reported

    friend auto operator<=>(const GpuLabels&, const GpuLabels&) = default;
};

/// The GPUs of a node as an agent would report them, so that they can be compared with those of its peers.
[[nodiscard]] std::vector<InventoryItem> gpuInventory(const std::vector<GpuLabels>& gpus);

} // namespace lockstep
