// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t lanes = 8;
constexpr float nothing = -std::numeric_limits<float>::infinity();

/// The largest of sign * value, ignoring NaN; at least @p extreme. Written in independent lanes, so that it compiles to
/// packed maximum instructions, which handle NaN like the comparison below.
template <int sign>
float extremeOf(std::span<const float> values, float extreme)
{
    std::size_t at = 0;
    if (values.size() >= lanes) {
        std::array<float, lanes> best;
        best.fill(extreme);
        for (; at + lanes <= values.size(); at += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const float value = static_cast<float>(sign) * values[at + lane];
                best[lane] = value > best[lane] ? value : best[lane];
            }
        }
        extreme = *std::ranges::max_element(best);
    }
    for (; at < values.size(); ++at) {
        const float value = static_cast<float>(sign) * values[at];
        extreme = value > extreme ? value : extreme;
    }
    return extreme;
}

/// The part of a column that a run of indices covers, limited to the column's length.
std::span<const float> part(std::span<const float> column, std::size_t from, std::size_t to)
{
    to = std::min(to, column.size());
    return from < to ? column.subspan(from, to - from) : std::span<const float>();
}

/// @param samples without NaN, not empty; reordered
float percentile99(std::span<float> samples)
{
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.99 * static_cast<double>(samples.size()))) - 1;
    std::ranges::nth_element(samples, samples.begin() + rank);
    return samples[static_cast<std::size_t>(rank)];
}

float meanOf(std::span<const float> samples)
{
    double sum = 0;
    for (const float sample : samples)
        sum += static_cast<double>(sample);
    return static_cast<float>(sum / static_cast<double>(samples.size()));
}

} // namespace

CellBins::CellBins(std::span<const std::uint32_t> entities, std::size_t perBin) : CellBins(entities, 1, perBin, 1) { }

CellBins::CellBins(std::span<const std::uint32_t> entities, std::size_t columns, std::size_t rowsPerCell,
                   std::size_t columnsPerCell)
{
    columns = std::max<std::size_t>(columns, 1);
    rowsPerCell = std::max<std::size_t>(rowsPerCell, 1);
    columnsPerCell = std::max<std::size_t>(columnsPerCell, 1);
    const std::size_t rows = entities.size() / columns;
    for (std::size_t top = 0; top < rows; top += rowsPerCell) {
        for (std::size_t left = 0; left < columns; left += columnsPerCell) {
            startBin();
            for (std::size_t row = top; row < std::min(top + rowsPerCell, rows); ++row) {
                for (std::size_t column = left; column < std::min(left + columnsPerCell, columns); ++column)
                    addToBin(entities[row * columns + column]);
            }
        }
    }
    startBin();
}

void CellBins::addToBin(std::uint32_t entity)
{
    if (entity == vacant)
        return;
    if (m_runs.size() > m_firstRun.back() && m_runs.back().to == entity)
        ++m_runs.back().to;
    else
        m_runs.push_back({entity, entity + 1});
}

template <int sign>
void CellBins::extremes(std::span<const std::span<const float>> columns, std::span<float> cells) const
{
    for (std::size_t cell = 0; cell < count(); ++cell) {
        float extreme = nothing;
        bool isInfinite = false;
        for (std::uint32_t run = m_firstRun[cell]; run < m_firstRun[cell + 1]; ++run) {
            for (const std::span<const float> column : columns)
                extreme = extremeOf<sign>(part(column, m_runs[run].from, m_runs[run].to), extreme);
        }
        if (extreme == nothing) { // no data, or only infinities: rare enough to search again
            for (std::uint32_t run = m_firstRun[cell]; run < m_firstRun[cell + 1]; ++run) {
                for (const std::span<const float> column : columns)
                    isInfinite |= std::ranges::any_of(part(column, m_runs[run].from, m_runs[run].to),
                                                      [](float value) { return !std::isnan(value); });
            }
        }
        cells[cell] = extreme != nothing || isInfinite ? static_cast<float>(sign) * extreme : noData;
    }
}

void CellBins::distributions(std::span<const std::span<const float>> columns, Aggregate how,
                             std::span<float> cells) const
{
    std::vector<float> samples;
    for (std::size_t cell = 0; cell < count(); ++cell) {
        samples.clear();
        for (std::uint32_t run = m_firstRun[cell]; run < m_firstRun[cell + 1]; ++run) {
            for (const std::span<const float> column : columns)
                std::ranges::copy_if(part(column, m_runs[run].from, m_runs[run].to), std::back_inserter(samples),
                                     [](float value) { return !std::isnan(value); });
        }
        cells[cell] = samples.empty() ? noData : how == Aggregate::Mean ? meanOf(samples) : percentile99(samples);
    }
}

void CellBins::reduce(std::span<const std::span<const float>> columns, Aggregate how, std::span<float> cells) const
{
    switch (how) {
    case Aggregate::Max:
        return extremes<1>(columns, cells);
    case Aggregate::Min:
        return extremes<-1>(columns, cells);
    case Aggregate::Mean:
    case Aggregate::P99:
        return distributions(columns, how, cells);
    }
}

} // namespace lockstep
