// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/derivedvalues.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void DerivedValues::take(const Derived& derived, SteadyTime now)
{
    for (const DerivedColumn& column : derived.columns) {
        Kept& kept = m_kept[column.metric.name];
        if (kept.metric.name.empty())
            kept.metric = column.metric;
        if (kept.values.size() < column.values.size()) {
            kept.values.resize(column.values.size(), noData);
            kept.heard.resize(column.values.size());
            kept.apart.resize(column.values.size());
        }
        for (std::size_t entity = 0; entity < column.values.size(); ++entity) {
            if (std::isnan(column.values[entity]))
                continue;
            // Several ticks of one step come together.
            if (kept.heard[entity] != now && kept.heard[entity] != SteadyTime())
                kept.apart[entity] = now - kept.heard[entity];
            kept.heard[entity] = now;
            kept.values[entity] = column.values[entity];
        }
    }
}

std::vector<DerivedValues::Column> DerivedValues::at(SteadyTime now) const
{
    std::vector<Column> columns;
    for (const auto& [name, kept] : m_kept) {
        Column column{kept.metric, kept.values};
        for (std::size_t entity = 0; entity < column.values.size(); ++entity) {
            const auto life = std::clamp<SteadyTime::duration>(3 * kept.apart[entity], shortestLife, longestLife);
            if (now - kept.heard[entity] > life)
                column.values[entity] = noData;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

} // namespace lockstep
