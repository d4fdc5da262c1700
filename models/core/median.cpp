// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/median.h"

#include "models/core/metric.h"

#include <cmath>

namespace lockstep {

float quantile(std::span<float> values, double share)
{
    if (values.empty())
        return noData;
    const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::ranges::nth_element(values, values.begin() + rank);
    return values[static_cast<std::size_t>(rank)];
}

RobustSummary summarise(std::span<float> values)
{
    constexpr float normal = 1.4826F;
    const float median = quantile(values, 0.5);
    for (float& value : values)
        value = std::abs(value - median);
    return {median, normal * quantile(values, 0.5)};
}

} // namespace lockstep
