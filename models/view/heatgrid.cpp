// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/heatgrid.h"

#include "models/view/cellreduction.h"
#include "models/view/extremes.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Columns whose cells are worked out together before they go to the grid: strided writes then share cache lines.
constexpr std::size_t columnsAtOnce = 16;

/// One column of cells: what the rows of one x come to.
struct CellColumn
{
    std::vector<float> values;
    std::vector<std::uint8_t> partial;
};

class GridReduction
{
public:
    GridReduction(HeatGrid& grid, std::span<const std::span<const float>> columns, Aggregate how,
                  std::span<const std::uint32_t> order)
        : m_grid(grid),
          m_columns(columns),
          m_how(how),
          m_order(order),
          m_cells(columnsAtOnce, CellColumn{std::vector<float>(grid.height), std::vector<std::uint8_t>(grid.height)})
    {
        for (std::size_t y = 0; y < grid.height; ++y)
            m_rows.push_back(grid.rowsOf(y));
    }

    void run()
    {
        for (std::size_t x = 0; x < m_grid.width; x += columnsAtOnce) {
            const std::size_t count = std::min(columnsAtOnce, m_grid.width - x);
            for (std::size_t at = 0; at < count; ++at)
                reduceTo(m_cells[at], m_grid.columnsOf(x + at));
            store(x, count);
        }
    }

private:
    void reduceTo(CellColumn& cells, CellSpan columns)
    {
        std::ranges::fill(cells.partial, std::uint8_t{0});
        takeInOrder(columns);
        if (m_how == Aggregate::Max)
            extremesTo<false>(cells);
        else if (m_how == Aggregate::Min)
            extremesTo<true>(cells);
        else
            distributionsTo(cells);
    }

    template <bool isMin>
    void extremesTo(CellColumn& cells)
    {
        std::ranges::fill(cells.values, startOfExtreme<isMin>);
        for (const std::span<const float> column : m_current) {
            for (std::size_t y = 0; y < m_grid.height; ++y) {
                const Extreme extreme = extremeOf<isMin>(samplesOf(column, y));
                const bool isFurther = isMin ? extreme.value < cells.values[y] : extreme.value > cells.values[y];
                cells.values[y] = isFurther ? extreme.value : cells.values[y];
                cells.partial[y] |= extreme.isPartial || column.size() < m_rows[y].to ? 1 : 0;
            }
        }
        for (std::size_t y = 0; y < m_grid.height; ++y) {
            // Infinity is also what comes of nothing at all; only then it pays to look again.
            if (cells.partial[y] != 0 && cells.values[y] == startOfExtreme<isMin> && !hasData(y))
                cells.values[y] = noData;
        }
    }

    void distributionsTo(CellColumn& cells)
    {
        for (std::size_t y = 0; y < m_grid.height; ++y) {
            CellReduction cell(m_how, m_scratch);
            for (const std::span<const float> column : m_current) {
                const std::span<const float> samples = samplesOf(column, y);
                cell.add(samples);
                cells.partial[y] |= samples.size() < m_rows[y].to - m_rows[y].from ? 1 : 0;
            }
            cells.values[y] = cell.value();
            cells.partial[y] |= cell.isPartial() ? 1 : 0;
        }
    }

    /// The columns of one x with their rows as they are to be shown from the top.
    void takeInOrder(CellSpan columns)
    {
        const auto taken = m_columns.subspan(columns.from, columns.to - columns.from);
        m_current.assign(taken.begin(), taken.end());
        if (m_order.empty())
            return;
        m_ordered.resize(m_current.size());
        for (std::size_t at = 0; at < m_current.size(); ++at) {
            const std::span<const float> column = m_current[at];
            m_ordered[at].resize(m_order.size());
            std::ranges::transform(m_order, m_ordered[at].begin(),
                                   [column](std::uint32_t row) { return row < column.size() ? column[row] : noData; });
            m_current[at] = m_ordered[at];
        }
    }

    [[nodiscard]] std::span<const float> samplesOf(std::span<const float> column, std::size_t y) const
    {
        const std::size_t from = std::min(m_rows[y].from, column.size());
        return column.subspan(from, std::min(m_rows[y].to, column.size()) - from);
    }

    [[nodiscard]] bool hasData(std::size_t y) const
    {
        return std::ranges::any_of(m_current, [&](std::span<const float> column) {
            return std::ranges::any_of(samplesOf(column, y), [](float sample) { return !std::isnan(sample); });
        });
    }

    void store(std::size_t x, std::size_t count)
    {
        for (std::size_t y = 0; y < m_grid.height; ++y) {
            for (std::size_t at = 0; at < count; ++at) {
                m_grid.values[y * m_grid.width + x + at] = m_cells[at].values[y];
                m_grid.partial[y * m_grid.width + x + at] = m_cells[at].partial[y];
            }
        }
    }

    HeatGrid& m_grid;
    std::span<const std::span<const float>> m_columns;
    Aggregate m_how;
    std::span<const std::uint32_t> m_order;
    std::vector<CellSpan> m_rows; ///< of each y, because divisions cost more than the samples of a cell
    std::vector<CellColumn> m_cells;
    std::vector<std::span<const float>> m_current; ///< columns of the x at hand
    std::vector<std::vector<float>> m_ordered; ///< the same with their rows in m_order
    std::vector<float> m_scratch;
};

} // namespace

Aggregate aggregateFor(Direction direction)
{
    return direction == Direction::LowIsBad ? Aggregate::Min : Aggregate::Max;
}

HeatGrid aggregate(std::span<const std::span<const float>> columns, std::size_t rows, std::size_t maxWidth,
                   std::size_t maxHeight, Aggregate how, std::span<const std::uint32_t> order)
{
    HeatGrid grid;
    grid.columns = columns.size();
    grid.rows = order.empty() ? rows : order.size();
    grid.width = std::min(grid.columns, maxWidth);
    grid.height = std::min(grid.rows, maxHeight);
    grid.values.resize(grid.width * grid.height);
    grid.partial.resize(grid.width * grid.height);
    if (!grid.values.empty())
        GridReduction(grid, columns, how, order).run();
    return grid;
}

} // namespace lockstep
