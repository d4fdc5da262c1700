// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/transferbaseline.h"

#include <algorithm>
#include <cstdlib>

namespace lockstep {

namespace {

constexpr std::size_t minPeers = 3;
constexpr std::uint32_t minWindows = 3;
/// Minimum weight of the newest window: low, so that a fault does not become the baseline.
constexpr double minWeight = 0.02;
/// A loss must exceed a tenth of the usual duration, and the cost of launches.
constexpr double tolerance = 1.1;
/// It must also exceed the scatter: three standard deviations in units of the median absolute deviation.
constexpr double maxSpreads = 3 * 1.4826;
constexpr std::int64_t minLostNs = 200'000;

/// Reorders them.
std::int64_t lowerMedian(std::vector<std::int64_t>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace

std::optional<TransferBaseline::Usual> TransferBaseline::usual(std::uint64_t family,
                                                               std::vector<std::int64_t>& transfers)
{
    if (transfers.empty())
        return std::nullopt;
    const std::int64_t median = lowerMedian(transfers);
    for (std::int64_t& each : transfers)
        each = std::abs(each - median);
    const std::int64_t spread = lowerMedian(transfers);

    History& history = m_families[family];
    std::optional<Usual> usual;
    if (history.windows >= minWindows)
        usual = Usual{std::min(static_cast<std::int64_t>(history.meanNs), median),
                      static_cast<std::int64_t>(history.spreadNs)};
    else if (transfers.size() >= minPeers)
        usual = Usual{median, spread};
    // If a window has too few transfers to measure the scatter, it is compared with the previous window.
    auto scatter = static_cast<double>(spread);
    if (history.windows > 0)
        scatter = std::max(scatter, std::abs(static_cast<double>(median) - history.meanNs));
    if (usual)
        // A fault must not increase the usual scatter.
        scatter = std::min(scatter, 2 * static_cast<double>(usual->spreadNs));
    ++history.windows;
    const double weight = std::max(1.0 / history.windows, minWeight);
    history.spreadNs += (scatter - history.spreadNs) * weight;
    history.meanNs += (static_cast<double>(median) - history.meanNs) * weight;
    return usual;
}

std::optional<TransferBaseline::Usual> TransferBaseline::baselineBefore(std::uint64_t family) const
{
    const auto known = m_families.find(family);
    if (known == m_families.end())
        return std::nullopt;
    return Usual{static_cast<std::int64_t>(known->second.meanNs), static_cast<std::int64_t>(known->second.spreadNs)};
}

std::int64_t TransferBaseline::lost(std::int64_t transferNs, std::optional<Usual> usual)
{
    if (!usual)
        return 0;
    const std::int64_t lost = transferNs - usual->ns;
    const double normal
        = std::max(static_cast<double>(usual->ns) * (tolerance - 1), static_cast<double>(usual->spreadNs) * maxSpreads);
    if (static_cast<double>(lost) <= normal)
        return 0;
    return lost >= minLostNs ? lost : 0;
}

} // namespace lockstep
