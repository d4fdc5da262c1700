// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/recirculation.h"

#include "models/core/median.h"
#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {

namespace {
constexpr std::size_t fewestInlets = 4;
constexpr float minHeating = 3; ///< K from supply to exhaust: below it the errors of sensors dominate
} // namespace

float supplyAir(std::span<const float> inlets)
{
    std::vector<float> known;
    std::ranges::copy_if(inlets, std::back_inserter(known), [](float inlet) { return !std::isnan(inlet); });
    return known.size() < fewestInlets ? noData : quantile(known, 0.1);
}

float recirculationIndex(float inlet, float exhaust, float supply)
{
    if (!(exhaust - supply >= minHeating))
        return noData;
    return std::clamp((inlet - supply) / (exhaust - supply), 0.0F, 1.0F);
}

} // namespace lockstep
