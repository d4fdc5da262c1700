// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/rowbins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t lanes = 8;

/// The largest of sign * value, NaN ignored; -infinity when there is nothing. Lanes so that it compiles to packed
/// maximum instructions, whose rule for NaN is that of the comparison below.
template <int sign>
float extremeOf(const float* values, std::size_t count, float extreme)
{
    std::array<float, lanes> best;
    best.fill(extreme);
    std::size_t at = 0;
    for (; at + lanes <= count; at += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const float value = static_cast<float>(sign) * values[at + lane];
            best[lane] = value > best[lane] ? value : best[lane];
        }
    }
    for (; at < count; ++at) {
        const float value = static_cast<float>(sign) * values[at];
        best[0] = value > best[0] ? value : best[0];
    }
    return *std::ranges::max_element(best);
}

} // namespace

Worst worstOf(const MetricDescriptor& metric)
{
    return metric.direction == Direction::LowIsBad ? Worst::Lowest : Worst::Highest;
}

RowBins::RowBins(std::span<const std::uint32_t> entities, std::size_t perBin)
{
    perBin = std::max<std::size_t>(perBin, 1);
    for (std::size_t row = 0; row < entities.size(); ++row) {
        const std::uint32_t entity = entities[row];
        if (row % perBin == 0)
            m_firstRun.push_back(static_cast<std::uint32_t>(m_runs.size()));
        if (row % perBin != 0 && m_runs.back().to == entity)
            ++m_runs.back().to;
        else
            m_runs.push_back({entity, entity + 1});
    }
    m_firstRun.push_back(static_cast<std::uint32_t>(m_runs.size()));
}

void RowBins::merge(std::span<const float> column, Worst worst, std::span<float> cells) const
{
    constexpr float nothing = -std::numeric_limits<float>::infinity();
    const float sign = worst == Worst::Highest ? 1.0F : -1.0F;
    for (std::size_t bin = 0; bin < count(); ++bin) {
        float extreme = std::isnan(cells[bin]) ? nothing : sign * cells[bin];
        for (std::uint32_t i = m_firstRun[bin]; i < m_firstRun[bin + 1]; ++i) {
            const std::size_t to = std::min<std::size_t>(m_runs[i].to, column.size());
            if (m_runs[i].from >= to)
                continue;
            const float* values = column.data() + m_runs[i].from;
            const std::size_t length = to - m_runs[i].from;
            extreme = worst == Worst::Highest ? extremeOf<1>(values, length, extreme)
                                              : extremeOf<-1>(values, length, extreme);
        }
        cells[bin] = extreme == nothing ? noData : sign * extreme;
    }
}

} // namespace lockstep
