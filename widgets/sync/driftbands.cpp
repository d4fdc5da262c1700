// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/driftbands.h"

#include "models/core/median.h"
#include "models/core/metric.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>

namespace lockstep {

namespace {

constexpr std::chrono::microseconds turn{1000};
/// A sample of this many ranks has the same percentiles to within a pixel.
constexpr std::size_t enoughRanks = 2048;

} // namespace

DriftBand driftBandOf(const DriftPoint& point, std::span<const std::uint32_t> leftOut)
{
    std::vector<float> values;
    const std::size_t every = std::max<std::size_t>(1, point.slowdown.size() / enoughRanks);
    values.reserve(point.slowdown.size() / every + 1);
    for (std::size_t lane = 0; lane < point.slowdown.size(); lane += every) {
        const bool counts = !std::ranges::binary_search(leftOut, static_cast<std::uint32_t>(lane));
        if (counts && !std::isnan(point.slowdown[lane]))
            values.push_back(point.slowdown[lane]);
    }
    if (values.empty())
        return {noData, noData, noData, noData, noData};
    return {quantile(values, 0.05), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75),
            quantile(values, 0.95)};
}

void DriftBands::leaveOut(std::vector<std::uint32_t> lanes)
{
    if (lanes == m_leftOut)
        return;
    m_leftOut = std::move(lanes);
    m_known.clear();
}

bool DriftBands::work(const Points& points)
{
    const auto end = std::chrono::steady_clock::now() + turn;
    for (const auto& point : points) {
        if (m_known.contains(point))
            continue;
        if (std::chrono::steady_clock::now() >= end)
            return false;
        m_known.emplace(point, driftBandOf(*point, m_leftOut));
    }
    // Occasionally drop points that the curve no longer contains.
    if (m_known.size() > 2 * points.size() + 16) {
        std::map<std::shared_ptr<const DriftPoint>, DriftBand> kept;
        for (const auto& point : points)
            kept.insert(m_known.extract(point));
        m_known = std::move(kept);
    }
    return true;
}

const DriftBand* DriftBands::of(const std::shared_ptr<const DriftPoint>& point) const
{
    const auto known = m_known.find(point);
    return known != m_known.end() ? &known->second : nullptr;
}

} // namespace lockstep
