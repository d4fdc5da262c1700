// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/metriccolumn.h"

#include "models/view/cursorvalues.h"

namespace lockstep {

std::span<const float> believedColumn(const ClusterStore& store, const GridRows& rows, MetricId metric,
                                      std::optional<TickIndex> tick, std::vector<float>& scratch)
{
    const std::span<const float> latest = valuesAt(store, metric, tick);
    if (tick)
        return latest;
    bool hasCopy = false;
    const auto blankIfStale = [&](EntityRef judged, RowRange range) {
        if (store.freshness(judged) == Freshness::Live)
            return;
        if (!hasCopy)
            scratch.assign(latest.begin(), latest.end());
        hasCopy = true;
        for (std::size_t row = range.from; row < range.to; ++row) {
            if (rows.entities()[row] < scratch.size())
                scratch[rows.entities()[row]] = noData;
        }
    };
    for (const RowGroup& group : rows.groups()) {
        const bool isJudgedByOwner = group.owner.kind == EntityKind::Node || group.owner.kind == EntityKind::Switch;
        if (group.owner.isValid() && isJudgedByOwner) {
            blankIfStale(group.owner, group.rows);
            continue;
        }
        for (std::size_t row = group.rows.from; row < group.rows.to; ++row)
            blankIfStale(rows.entity(row), {row, row + 1});
    }
    return hasCopy ? std::span<const float>(scratch) : latest;
}

} // namespace lockstep
