// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/references.h"

#include "models/core/textparts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace lockstep {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double farthestRanks = 2; ///< factor between the ranks of a collective and those of its reference

/// Factor between two numbers of ranks, at least 1.
double ranksApart(std::uint32_t one, std::uint32_t other)
{
    const double ratio = static_cast<double>(one) / static_cast<double>(other);
    return std::max(ratio, 1 / ratio);
}

std::vector<BandwidthReference> nearestRanks(std::span<const BandwidthReference> references, std::string_view operation,
                                             std::uint32_t ranks)
{
    std::optional<std::uint32_t> nearest;
    for (const BandwidthReference& each : references) {
        if (each.operation == operation && ranksApart(each.ranks, ranks) <= farthestRanks
            && (!nearest || ranksApart(each.ranks, ranks) < ranksApart(*nearest, ranks)))
            nearest = each.ranks;
    }
    std::vector<BandwidthReference> found;
    std::ranges::copy_if(references, std::back_inserter(found), [&](const BandwidthReference& each) {
        return each.operation == operation && nearest == each.ranks;
    });
    std::ranges::stable_sort(found, {}, &BandwidthReference::bytes);
    return found;
}

} // namespace

bool isBandwidthOperation(std::string_view operation)
{
    constexpr std::array<std::string_view, 8> operations{"all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                                         "broadcast",  "reduce",     "send",           "recv"};
    return std::ranges::find(operations, operation) != operations.end();
}

const RunReference* runReference(const SitePlan& plan, std::string_view job, std::string_view gpu)
{
    const RunReference* best = nullptr;
    int bestFit = -1;
    for (const RunReference& rule : plan.runs) {
        const bool fits = (rule.job.empty() || rule.job == job)
            && (rule.gpu.empty() || (!gpu.empty() && containsText(gpu, rule.gpu)));
        const int fit = 2 * static_cast<int>(!rule.job.empty()) + static_cast<int>(!rule.gpu.empty());
        if (fits && fit > bestFit) {
            best = &rule;
            bestFit = fit;
        }
    }
    return best;
}

double bandwidthReference(std::span<const BandwidthReference> references, std::string_view operation,
                          std::uint32_t ranks, double bytes)
{
    if (ranks == 0 || !(bytes > 0))
        return unknown;
    const std::vector<BandwidthReference> sizes = nearestRanks(references, operation, ranks);
    if (sizes.empty() || bytes < sizes.front().bytes)
        return unknown;
    const auto above = std::ranges::upper_bound(sizes, bytes, {}, &BandwidthReference::bytes);
    const BandwidthReference& lower = *std::prev(above);
    if (above == sizes.end())
        return lower.bytesPerSecond;
    const double share = std::log(bytes / lower.bytes) / std::log(above->bytes / lower.bytes);
    return lower.bytesPerSecond + share * (above->bytesPerSecond - lower.bytesPerSecond);
}

} // namespace lockstep
