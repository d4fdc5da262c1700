// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/columns/columnsource.h"
#include "models/store/spans/lanespans.h"
#include "models/store/spans/spanstore.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

class ColdColumns;
class PastSpans;
struct PlacedSpans;
class SpanSource;
class SpanStore;
class Topology;

/// Decides how long the spans of each node stay in memory. They stay for the whole history if there is room. Otherwise
/// the nodes with the most spans lose their oldest ones, so that other nodes are not affected. GUI thread; owned by
/// ClusterStore.
class SpanBudget
{
public:
    explicit SpanBudget(std::size_t bytes) : m_bytes(bytes) { }

    /// Drops all spans that ended before @p oldest.
    void setHistory(TimePoint oldest);
    /// Determines the memory of each node, once after each sweep over all lanes, and limits nodes that use too much.
    /// @param held time range of the columns in memory
    void share(const SpanStore& spans, const Topology& topology, TimeRange held);
    void clear();

    [[nodiscard]] TimePoint keptSince(EntityRef entity, const Topology& topology) const;
    /// The time from which the spans of all nodes are in memory.
    [[nodiscard]] TimePoint keptSince() const { return m_latest; }

private:
    struct Node
    {
        TimePoint keptSince;
        std::size_t bytes = 0; ///< at the last check
    };

    [[nodiscard]] std::size_t placeOf(EntityRef entity, const Topology& topology) const;
    /// Maximum memory per node so that all fit.
    [[nodiscard]] double fairShare() const;

    std::size_t m_bytes;
    TimePoint m_oldest;
    TimePoint m_latest;
    std::vector<Node> m_nodes; ///< by index; the last is for everything outside nodes
    std::uint64_t m_sweepToWaitFor = 0; ///< the sweep after which the lanes show whether the last limit was sufficient
};

/// The spans of a ClusterStore: the newest in memory and older ones from the recording, combined. A member of it.
class StoredSpans
{
public:
    /// @param isOfFile all spans come from the span source, if there is one
    StoredSpans(Duration tickPeriod, std::size_t bytes, bool isOfFile)
        : m_tickPeriod(tickPeriod), m_isOfFile(isOfFile), m_budget(bytes)
    { }

    [[nodiscard]] SpanStore& inMemory() { return m_spans; }
    [[nodiscard]] const SpanStore& inMemory() const { return m_spans; }
    [[nodiscard]] TimePoint keptSince() const { return m_budget.keptSince(); }
    void setSource(const SpanSource* source) { m_source = source; }
    [[nodiscard]] const SpanSource* source() const { return m_source; }
    /// @param cold gives the recorded time range; null: none
    void setRecording(const ColdColumns* cold) { m_cold = cold; }

    [[nodiscard]] std::shared_ptr<const PlacedSpans> place(std::shared_ptr<const PastSpans> read);
    [[nodiscard]] LaneSpans lane(std::size_t lane, TimeRange within) const;
    [[nodiscard]] std::vector<AvailableRange> available(TimeRange range) const;
    [[nodiscard]] std::vector<TimeRange> onDisk(TimeRange range) const;

    /// Drops spans that ended before @p oldest, and those above the memory limit. @param held time range of the columns
    /// in memory  @return whether any were dropped
    bool drop(TimePoint oldest, TimeRange held, const Topology& topology);
    /// Frees ids of names that no span uses, at most once per period, because all users of lane or name ids must
    /// restart. @return whether ids have changed
    [[nodiscard]] bool renewNames(TimePoint now);
    void forgetBudget() { m_budget.clear(); }
    void clear();

private:
    [[nodiscard]] TimePoint inMemorySince() const;
    [[nodiscard]] const PlacedSpans* placed() const;
    [[nodiscard]] TimeRange timesOf(TickRange ticks) const;

    Duration m_tickPeriod;
    bool m_isOfFile;
    const SpanSource* m_source = nullptr;
    const ColdColumns* m_cold = nullptr;
    SpanStore m_spans;
    SpanBudget m_budget;
    TimePoint m_namesChecked; ///< time of the last check
};

} // namespace lockstep
