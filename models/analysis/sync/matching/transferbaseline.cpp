// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/transferbaseline.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t minPeers = 3;
constexpr std::uint32_t minWindows = 3;
/// The newest window's weight in the memory of a family: a fault must not become usual while it is looked at.
constexpr double minWeight = 0.02;
/// Transfers scatter; what counts as lost is more than a tenth, and more than what launches cost.
constexpr double tolerance = 1.1;
constexpr std::int64_t minLostNs = 200'000;

} // namespace

std::optional<std::int64_t> TransferBaseline::usual(std::uint64_t family, std::vector<std::int64_t>& transfers)
{
    if (transfers.empty())
        return std::nullopt;
    const auto middle = transfers.begin() + static_cast<std::ptrdiff_t>((transfers.size() - 1) / 2);
    std::ranges::nth_element(transfers, middle);
    const auto median = static_cast<double>(*middle);

    History& history = m_families[family];
    std::optional<std::int64_t> usual;
    if (history.windows >= minWindows)
        usual = static_cast<std::int64_t>(std::min(history.meanNs, median));
    else if (transfers.size() >= minPeers)
        usual = static_cast<std::int64_t>(median);
    ++history.windows;
    history.meanNs += (median - history.meanNs) * std::max(1.0 / history.windows, minWeight);
    return usual;
}

std::optional<std::int64_t> TransferBaseline::usualBefore(std::uint64_t family) const
{
    const auto known = m_families.find(family);
    return known == m_families.end() ? std::nullopt : std::optional(static_cast<std::int64_t>(known->second.meanNs));
}

std::int64_t TransferBaseline::lost(std::int64_t transferNs, std::optional<std::int64_t> usualNs)
{
    if (!usualNs || static_cast<double>(transferNs) <= static_cast<double>(*usualNs) * tolerance)
        return 0;
    const std::int64_t lost = transferNs - *usualNs;
    return lost >= minLostNs ? lost : 0;
}

} // namespace lockstep
