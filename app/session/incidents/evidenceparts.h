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

/// Pieces of evidence copied from the live state. Each call is short; GUI thread.

/// The ticks of a range that are in memory.
[[nodiscard]] TickRange ticksWithin(const ClusterStore& store, TimeRange range);

[[nodiscard]] EvidenceSeries seriesOf(const ClusterStore& store, MetricId metric, EntityRef entity, TickRange ticks);

/// The most informative metrics of an entity kind: @p first if it is of that kind, then others, at most @p limit.
[[nodiscard]] std::vector<MetricId> informativeMetrics(const ClusterStore& store, EntityKind kind, MetricId first,
                                                       std::size_t limit);

/// A heatmap under construction: created empty, filled column by column, then given its scale.
class HeatInProgress
{
public:
    HeatInProgress(const ClusterStore& store, MetricId metric, TickRange ticks);

    [[nodiscard]] bool isComplete() const { return m_next >= m_heat.columns; }
    void touchColumn(const ClusterStore& store) const; ///< requests the data that addColumn() reads next
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

/// Whether the lane runs on one of the entities or inside one; without entities every lane does.
[[nodiscard]] bool concerns(const Topology& topology, EntityRef lane, const std::vector<EntityRef>& entities);

/// addSpansOf() adds the spans of a lane that overlap the range to @p spans. lostIn() returns all of them as intervals
/// for lostThroughput().
/// @param alsoBegunBefore false: skips spans that begin before the range, because another source provides them
void addSpansOf(const ClusterStore& store, const SpanLane& lane, TimeRange range, std::vector<EvidenceSpan>& spans,
                bool alsoBegunBefore = true);
[[nodiscard]] LostThroughput lostIn(const SpanLane& lane, TimeRange range);

/// Keeps the @p limit most informative spans, waits first, then by length; sorted by start. @return number left out
std::uint64_t keepMostInformative(std::vector<EvidenceSpan>& spans, std::size_t limit);

[[nodiscard]] std::vector<EvidenceEvent> eventsWithin(const ClusterStore& store, TimeRange range);
/// Gaps of all nodes, and the worst uncertainty of their clocks.
[[nodiscard]] std::vector<EvidenceGap> gapsWithin(const ClusterStore& store, TimeRange range);
[[nodiscard]] Duration worstClockUncertainty(const ClusterStore& store);

} // namespace lockstep
