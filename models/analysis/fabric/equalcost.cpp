// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/equalcost.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

struct LoadSums
{
    float count = 0;
    float sum = 0;
    float squares = 0;
    float busiest = 0;
};

LoadSums sumsOf(std::span<const float> loads)
{
    LoadSums sums;
    for (const float load : loads) {
        if (std::isnan(load))
            continue;
        sums.count += 1;
        sums.sum += load;
        sums.squares += load * load;
        sums.busiest = std::max(sums.busiest, load);
    }
    return sums;
}

} // namespace

float loadImbalance(std::span<const float> loads)
{
    const LoadSums sums = sumsOf(loads);
    return sums.count < 2 || sums.sum <= 0 ? noData : sums.busiest * sums.count / sums.sum - 1;
}

float effectivePaths(std::span<const float> loads)
{
    const LoadSums sums = sumsOf(loads);
    return sums.count < 2 || sums.sum <= 0 ? noData : sums.sum * sums.sum / sums.squares;
}

float unusedPaths(std::span<const float> meanLoads)
{
    const LoadSums sums = sumsOf(meanLoads);
    if (sums.count < 2 || sums.sum <= 0)
        return noData;
    return std::max(1 - sums.sum * sums.sum / (sums.squares * sums.count), 0.0F);
}

} // namespace lockstep
