// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// How samples are combined into one cell. Max and Min never lose an extreme.
enum class Aggregate : std::uint8_t { Max, Min, Mean, P99 };

/// The aggregate that keeps bad values: Min if low is bad, otherwise Max.
[[nodiscard]] constexpr Aggregate aggregateFor(Direction direction)
{
    return direction == Direction::LowIsBad ? Aggregate::Min : Aggregate::Max;
}

/// Maps entities to the cells of a picture as runs of consecutive indices, so that a column is read in memory order.
/// Used by all heatmaps. A plain value.
class CellBins
{
public:
    static constexpr std::uint32_t vacant = 0xFFFFFFFF; ///< an empty place of a matrix

    CellBins() = default;
    /// Rows of a picture. @param entities indices by row; @param perBin rows that share one cell, at least 1
    CellBins(std::span<const std::uint32_t> entities, std::size_t perBin);
    /// Creates the cells of a matrix, row by row.
    /// @param entities indices or vacant, row by row
    /// @param columns number of columns in each row
    /// @param rowsPerCell, columnsPerCell at least 1; the last cells may cover fewer
    CellBins(std::span<const std::uint32_t> entities, std::size_t columns, std::size_t rowsPerCell,
             std::size_t columnsPerCell);

    [[nodiscard]] std::size_t count() const { return m_firstRun.empty() ? 0 : m_firstRun.size() - 1; }

    /// Aggregates each cell's entities over all @p columns, which are indexed by entity. An entity has no data where a
    /// column is NaN or too short.
    /// @param cells receives count() values; NaN: no data
    void reduce(std::span<const std::span<const float>> columns, Aggregate how, std::span<float> cells) const;
    void reduce(std::span<const float> column, Aggregate how, std::span<float> cells) const
    {
        reduce({&column, 1}, how, cells);
    }

private:
    struct Run
    {
        std::uint32_t from;
        std::uint32_t to;
    };

    void startBin() { m_firstRun.push_back(static_cast<std::uint32_t>(m_runs.size())); }
    void addToBin(std::uint32_t entity);
    template <int sign>
    void extremes(std::span<const std::span<const float>> columns, std::span<float> cells) const;
    void distributions(std::span<const std::span<const float>> columns, Aggregate how, std::span<float> cells) const;

    std::vector<Run> m_runs;
    std::vector<std::uint32_t> m_firstRun; ///< by cell, and one past the end
};

} // namespace lockstep
