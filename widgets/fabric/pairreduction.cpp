// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/pairreduction.h"

#include "models/view/aggregate.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

PairReduction::PairReduction(const CellShape& shape, Direction direction)
    : m_shape(shape),
      m_sign(aggregateFor(direction) == Aggregate::Max ? 1.0F : -1.0F),
      m_values(shape.count(), noData),
      m_isVacant(shape.count(), 1)
{ }

void PairReduction::sortIntoBins(std::span<const std::uint32_t> members, RowRange lines, std::size_t perCell,
                                 std::vector<Bin>& bins)
{
    bins.clear();
    for (auto member = std::ranges::lower_bound(members, lines.from); member != members.end() && *member < lines.to;
         ++member) {
        const std::size_t at = (*member - lines.from) / perCell;
        if (bins.empty() || bins.back().at != at)
            bins.push_back({at, *member, *member});
        bins.back().last = *member;
    }
}

void PairReduction::add(std::span<const std::uint32_t> members, float value)
{
    sortIntoBins(members, m_shape.rows, m_shape.rowsPerCell, m_down);
    sortIntoBins(members, m_shape.columns, m_shape.columnsPerCell, m_across);
    const std::size_t width = m_shape.across();
    for (const Bin& down : m_down) {
        float* const row = m_values.data() + down.at * width;
        std::uint8_t* const vacant = m_isVacant.data() + down.at * width;
        for (const Bin& across : m_across) {
            // One line with itself is no pair.
            if (down.first == across.last && down.last == across.first)
                continue;
            vacant[across.at] = 0;
            float& worst = row[across.at];
            if (std::isnan(worst) || m_sign * value > m_sign * worst)
                worst = value;
        }
    }
}

} // namespace lockstep
