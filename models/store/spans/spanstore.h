// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/ingest/nametable.h"
#include "models/store/spans/spanarrivals.h"
#include "models/store/spans/spanlane.h"

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Spans in memory, by lane. Single writer; GUI thread.
class SpanStore
{
public:
    /// Lanes per entity; spans of further ones go into a lane called NameTable::overflowName.
    static constexpr std::size_t maxLanesPerEntity = 4096;

    /// Adds a span; @p names maps its name indices to this store's table. The span moves to its sorted place at the
    /// next endBatch(), or at once if it starts after all others of its lane.
    void add(EntityRef entity, const Span& span, std::span<const NameId> names);
    /// The index of a lane, which is added if new.
    std::size_t declareLane(EntityRef entity, NameId name, NameId job, std::uint32_t rank);
    /// Sorts in the added spans and starts a new batch; see SpanArrivals.
    void endBatch();
    /// Drops spans that ended before @p time. @return number of dropped spans
    std::size_t dropBefore(TimePoint time);
    /// The same for the next @p lanes lanes only, in turn, so that a call stays short. Lanes remain.
    std::size_t dropBefore(TimePoint time, std::size_t lanes);
    /// The same with a time for each entity.
    std::size_t dropBefore(const std::function<TimePoint(EntityRef)>& keptSince, std::size_t lanes);
    /// Number of sweeps over all lanes by the calls above.
    [[nodiscard]] std::uint64_t sweeps() const { return m_sweeps; }
    void clear();
    /// Drops lanes without spans and unused names, to make room. All users of lane or name ids must restart, as after
    /// clear(). Call between batches.
    void renewNames();
    /// Whether renewing would make room: fewer than half of the names are used.
    [[nodiscard]] bool hasUnusedNames() const;

    [[nodiscard]] const std::vector<SpanLane>& lanes() const { return m_lanes; } ///< indices are stable
    /// Recently received spans, in order of arrival.
    [[nodiscard]] const SpanArrivals& arrivals() const { return m_arrivals; }
    /// Changes when lanes and arrivals restart.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    [[nodiscard]] std::size_t spanCount() const { return m_spanCount; }
    [[nodiscard]] std::size_t memoryBytes() const;
    [[nodiscard]] NameTable& names() { return m_names; }
    [[nodiscard]] const NameTable& names() const { return m_names; }

private:
    NameTable m_names;
    std::vector<SpanLane> m_lanes;
    SpanArrivals m_arrivals;
    struct LaneKey
    {
        EntityRef entity;
        NameId name;
        friend bool operator==(const LaneKey&, const LaneKey&) = default;
    };
    struct LaneKeyHash
    {
        std::size_t operator()(const LaneKey& key) const noexcept;
    };

    SpanLane& laneOf(EntityRef entity, NameId name);
    [[nodiscard]] std::vector<bool> namesInUse() const;

    std::unordered_map<LaneKey, std::size_t, LaneKeyHash> m_laneIndex;
    std::vector<std::size_t> m_unsettled; ///< lanes
    std::unordered_map<EntityRef, std::size_t> m_laneCounts;
    std::uint64_t m_generation = 0;
    std::size_t m_nextToDrop = 0; ///< lane
    std::uint64_t m_sweeps = 0;
    std::size_t m_spanCount = 0;
};

} // namespace lockstep
