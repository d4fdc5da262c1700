// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// How many samples become one cell. Max and Min never lose an extreme.
enum class Aggregate : std::uint8_t { Max, Min, Mean, P99 };

/// The aggregate that loses no bad cell: Min where low is bad, else Max.
[[nodiscard]] Aggregate aggregateFor(Direction direction);

/// Half-open range of rows or columns of the matrix that one cell stands for.
struct CellSpan
{
    std::size_t from = 0;
    std::size_t to = 0;
};

/// A matrix of samples reduced to at most a given number of cells.
struct HeatGrid
{
    std::size_t width = 0; ///< min(columns, pixels)
    std::size_t height = 0; ///< min(rows, pixels)
    std::size_t columns = 0; ///< of the matrix
    std::size_t rows = 0;
    std::vector<float> values; ///< row by row, top to bottom; NaN: no data at all in the cell
    std::vector<std::uint8_t> partial; ///< 1: some samples of the cell are missing (also when all are)

    [[nodiscard]] float value(std::size_t x, std::size_t y) const { return values[y * width + x]; }
    [[nodiscard]] CellSpan columnsOf(std::size_t x) const { return {x * columns / width, (x + 1) * columns / width}; }
    [[nodiscard]] CellSpan rowsOf(std::size_t y) const { return {y * rows / height, (y + 1) * rows / height}; }
};

/// Reduces a matrix to at most @p maxWidth x @p maxHeight cells; a smaller matrix keeps its size (the painter scales
/// it).
/// @param columns one per x, each contiguous over the rows; one that is shorter than @p rows lacks the rest
/// @param rows number of rows
/// @param order row of the matrix to show at each place from the top; empty: as they come. Else @p rows is its size.
[[nodiscard]] HeatGrid aggregate(std::span<const std::span<const float>> columns, std::size_t rows,
                                 std::size_t maxWidth, std::size_t maxHeight, Aggregate how,
                                 std::span<const std::uint32_t> order = {});

} // namespace lockstep
