// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/goodput.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep {

std::vector<GoodputPart> partsInOrder(const Goodput& goodput)
{
    constexpr std::array<std::string_view, 7> order{"productive", "wait", "checkpoint", "restart",
                                                    "lost work",  "idle", "unknown"};
    std::vector<GoodputPart> parts = goodput.parts;
    std::ranges::sort(parts, {}, [&order](const GoodputPart& part) { return std::ranges::find(order, part.name); });
    return parts;
}

Goodput goodputOf(const GpuTime& time)
{
    const double measured = time.productive + time.wait + time.checkpoint + time.restart + time.lostWork + time.unknown;
    const double whole = std::max(time.reserved, measured);
    Goodput goodput;
    if (!(whole > 0)) {
        goodput.ratio = std::numeric_limits<double>::quiet_NaN();
        return goodput;
    }
    // A small excess is due to the resolution of clocks.
    goodput.isConsistent = measured <= time.reserved * 1.001;
    goodput.ratio = time.productive / whole;
    goodput.parts
        = {{"wait", time.wait, 0},          {"checkpoint", time.checkpoint, 0}, {"restart", time.restart, 0},
           {"lost work", time.lostWork, 0}, {"unknown", time.unknown, 0},       {"idle", whole - measured, 0}};
    std::ranges::stable_sort(goodput.parts, std::ranges::greater(), &GoodputPart::gpuSeconds);
    goodput.parts.insert(goodput.parts.begin(), {"productive", time.productive, 0});
    for (GoodputPart& part : goodput.parts)
        part.share = part.gpuSeconds / whole;
    return goodput;
}

} // namespace lockstep
