// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "widgets/fabric/matrixframe.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Reduces groups of communicating lines to the cells of a square matrix: each cell has the worst value of its pairs of
/// different lines. A plain value.
class PairReduction
{
public:
    PairReduction() = default;
    PairReduction(const CellShape& shape, Direction direction);

    /// Adds all pairs of a group. @param members lines, ascending @param value NaN: unknown, though they communicate
    void add(std::span<const std::uint32_t> members, float value);

    [[nodiscard]] const CellShape& shape() const { return m_shape; }
    [[nodiscard]] const std::vector<float>& values() const { return m_values; } ///< by cell
    [[nodiscard]] const std::vector<std::uint8_t>& isVacant() const { return m_isVacant; } ///< by cell: no pair

private:
    /// Members of a group in one row or column of cells.
    struct Bin
    {
        std::size_t at;
        std::uint32_t first;
        std::uint32_t last;
    };

    static void sortIntoBins(std::span<const std::uint32_t> members, RowRange lines, std::size_t perCell,
                             std::vector<Bin>& bins);

    CellShape m_shape;
    float m_sign = 1; ///< -1: low is bad
    std::vector<float> m_values;
    std::vector<std::uint8_t> m_isVacant;
    std::vector<Bin> m_down;
    std::vector<Bin> m_across;
};

} // namespace lockstep
