// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/metriccolumn.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t scaleSamples = 1024;
constexpr TickIndex scaleTicks = 32;

} // namespace

std::span<const float> believedColumn(const ClusterStore& store, const GridRows& rows, MetricId metric,
                                      std::optional<TickIndex> tick, std::vector<float>& scratch)
{
    if (tick)
        return store.column(metric, *tick);
    const std::span<const float> latest = store.latest(metric);
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

ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range)
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const TickRange held = store.ticks();
    const TickRange ticks{std::max(tickIndexOf(range.from, store.tickPeriod()), held.from),
                          std::min(tickIndexOf(range.to, store.tickPeriod()) + 1, held.to)};
    const TickIndex step = std::max<TickIndex>(ticks.length() / scaleTicks, 1);
    std::vector<float> sample;
    sample.reserve(scaleSamples * 2);
    for (TickIndex tick = ticks.to - 1; tick >= ticks.from && !ticks.isEmpty(); tick -= step) {
        const std::span<const float> column = store.column(metric, tick);
        const std::size_t stride = column.size() * static_cast<std::size_t>(scaleTicks) / scaleSamples + 1;
        for (std::size_t i = 0; i < column.size(); i += stride)
            sample.push_back(column[i]);
    }
    return scaleFor(descriptor, sample);
}

} // namespace lockstep
