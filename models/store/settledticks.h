// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/columns/changeset.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// A tick of an analysis: one tick of the store, or several if the metrics are sampled less often.
struct AnalysedTick
{
    TickIndex tick = 0; ///< number within the analysis
    TimePoint time;
    float seconds = 1; ///< length; 1 if steps are counted
    TickIndex storeTick = 0; ///< tick of the results: the last one of the store that it covers
    TickIndex length = 1; ///< in ticks of the store
};

/// Delivers each tick to an analysis once, in order, when it is complete. A tick is complete when the second one after
/// it has begun, because slow nodes report late. A long tick is complete once all nodes have reported it. Bounded per
/// call to well under a millisecond; a backlog of minutes is skipped. A member of the analysis; GUI thread.
class SettledTicks
{
public:
    static constexpr TickIndex settledAfter = 2;
    static constexpr TickIndex maxAtOnce = 64;
    static constexpr TickIndex maxBehind
        = 300; ///< a backlog up to this length, as after a lost connection, is delivered completely

    /// @param floatsPerTick number of values that the analysis copies per tick
    [[nodiscard]] TickRange take(const ClusterStore& store, std::size_t floatsPerTick);
    /// Whether the last take() has left ticks.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

    /// The ticks of an analysis within ticks of the store. Their spacing is that of the samples of the first metric
    /// that is measured, because two exporters of one source may be scraped at different intervals.
    [[nodiscard]] std::vector<AnalysedTick> spaced(const ClusterStore& store, TickRange ticks,
                                                   std::span<const std::string_view> metrics);
    /// A copy of a metric by entity index: the newest samples that are at most one and a half intervals of the analysis
    /// or of the metric old. Empty if unavailable.
    [[nodiscard]] std::vector<float> column(const ClusterStore& store, std::string_view metric,
                                            const AnalysedTick& tick);
    /// Typical distance between samples of a metric in ticks; 1 while unknown.
    [[nodiscard]] TickIndex spacing(const ClusterStore& store, MetricId metric, TickIndex tick);

private:
    struct Spacing
    {
        TickIndex ticks = 1;
        TickIndex examined = -1; ///< tick of the last examination; -1: never
    };

    std::vector<Spacing> m_spacings; ///< by metric
    TickIndex m_next = 0; ///< first tick not delivered yet
    bool m_hasMore = false;
};

/// A copy of one tick of a metric, by entity index; empty if unavailable.
[[nodiscard]] std::vector<float> copyOfColumn(const ClusterStore& store, std::string_view metric, TickIndex tick);

} // namespace lockstep
