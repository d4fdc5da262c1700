// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/heatgrid.h"

#include "models/view/cellreduction.h"

#include <algorithm>

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
    { }

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
        for (std::size_t y = 0; y < m_grid.height; ++y) {
            CellReduction cell(m_how, m_scratch);
            for (std::size_t x = columns.from; x < columns.to; ++x)
                addRows(cell, m_columns[x], m_grid.rowsOf(y));
            cells.values[y] = cell.value();
            cells.partial[y] = cell.isPartial();
        }
    }

    void addRows(CellReduction& cell, std::span<const float> column, CellSpan rows)
    {
        if (m_order.empty()) {
            const std::size_t from = std::min(rows.from, column.size());
            const std::size_t to = std::min(rows.to, column.size());
            cell.add(column.subspan(from, to - from));
            cell.addMissing(rows.to - rows.from - (to - from));
            return;
        }
        m_gathered.clear();
        for (const std::uint32_t row : m_order.subspan(rows.from, rows.to - rows.from))
            m_gathered.push_back(row < column.size() ? column[row] : noData);
        cell.add(m_gathered);
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
    std::vector<CellColumn> m_cells;
    std::vector<float> m_gathered;
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
