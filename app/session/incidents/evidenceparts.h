// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/incidents/evidence.h"
#include "models/incidents/lostthroughput.h"
#include "models/store/columns/changeset.h"
#include "models/view/cellbins.h"

#include <vector>

namespace lockstep {

class ClusterStore;
struct SpanLane;

/// Pieces of evidence as they are copied out of the live state. Each call is short; GUI thread.

/// The ticks of a range that are in memory.
[[nodiscard]] TickRange ticksWithin(const ClusterStore& store, TimeRange range);

[[nodiscard]] EvidenceSeries seriesOf(const ClusterStore& store, MetricId metric, EntityRef entity, TickRange ticks);

/// The metrics that tell most of an entity: @p first if it is of that kind, then others of the kind, at most @p limit.
[[nodiscard]] std::vector<MetricId> tellingMetrics(const ClusterStore& store, EntityKind kind, MetricId first,
                                                   std::size_t limit);

/// A heatmap under construction: created empty, filled column by column, then given its scale.
class HeatInProgress
{
public:
    HeatInProgress(const ClusterStore& store, MetricId metric, TickRange ticks);

    [[nodiscard]] bool isComplete() const { return m_next >= m_heat.columns; }
    void touchColumn(const ClusterStore& store) const; ///< asks for what addColumn() reads next
    void addColumn(const ClusterStore& store);
    [[nodiscard]] EvidenceHeat finish();

private:
    MetricId m_metric;
    TickRange m_ticks;
    std::int64_t m_ticksPerColumn = 1;
    std::uint32_t m_next = 0;
    CellBins m_bins;
    EvidenceHeat m_heat;
};

/// True when the lane runs on one of the entities, or on something within one; all do when there are none.
[[nodiscard]] bool concerns(const Topology& topology, EntityRef lane, const std::vector<EntityRef>& entities);

/// Spans of a lane that overlap the range, added to @p spans; and all of them as stretches for lostThroughput().
/// @param alsoBegunBefore else those that reach over its beginning are left out: they are had from elsewhere
void addSpansOf(const ClusterStore& store, const SpanLane& lane, TimeRange range, std::vector<EvidenceSpan>& spans,
                bool alsoBegunBefore = true);
[[nodiscard]] LostThroughput lostIn(const SpanLane& lane, TimeRange range);

/// Keeps the @p limit that tell most, waits before others and long before short, by start. @return how many were left
/// out
std::uint64_t keepWorst(std::vector<EvidenceSpan>& spans, std::size_t limit);

[[nodiscard]] std::vector<EvidenceEvent> eventsWithin(const ClusterStore& store, TimeRange range);
/// Gaps of all nodes, and the worst uncertainty of their clocks.
[[nodiscard]] std::vector<EvidenceGap> gapsWithin(const ClusterStore& store, TimeRange range);
[[nodiscard]] Duration worstClockUncertainty(const ClusterStore& store);

} // namespace lockstep
