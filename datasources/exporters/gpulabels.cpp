// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/gpulabels.h"

#include <fmt/format.h>

#include <map>

namespace lockstep {

std::vector<InventoryItem> gpuInventory(const std::vector<GpuLabels>& gpus)
{
    std::map<GpuLabels, std::size_t> counts;
    for (const GpuLabels& gpu : gpus)
        ++counts[gpu];
    std::vector<InventoryItem> items;
    for (const auto& [gpu, count] : counts) {
        items.push_back({"gpu",
                         true,
                         fmt::format("{} x {}", count, gpu.model),
                         {{std::string(properties::gpuModel), gpu.model},
                          {std::string(properties::gpuCount), std::to_string(count)}}});
        if (!gpu.driver.empty())
            items.back().properties.push_back({std::string(properties::gpuDriver), gpu.driver});
    }
    return items;
}

} // namespace lockstep
