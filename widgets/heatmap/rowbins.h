// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Which end of a quantity must never be lost when many values share a pixel.
enum class Worst : std::uint8_t { Highest, Lowest };

[[nodiscard]] Worst worstOf(const MetricDescriptor& metric);

/// Which entities fall on each row of a picture, as runs of consecutive indices, so that reading a column is reading
/// memory in order. A plain value.
class RowBins
{
public:
    RowBins() = default;
    /// @param entities indices by row; @param perBin rows that share one bin, at least 1
    RowBins(std::span<const std::uint32_t> entities, std::size_t perBin);

    [[nodiscard]] std::size_t count() const { return m_firstRun.empty() ? 0 : m_firstRun.size() - 1; }

    /// Merges a column (by entity index, NaN or too short: no data) into @p cells, count() of them: the worst of what a
    /// cell held and of the values that fall on it. NaN in a cell means that nothing has been measured there.
    void merge(std::span<const float> column, Worst worst, std::span<float> cells) const;

private:
    struct Run
    {
        std::uint32_t from;
        std::uint32_t to;
    };

    std::vector<Run> m_runs;
    std::vector<std::uint32_t> m_firstRun; ///< by bin, and one past the end
};

} // namespace lockstep
