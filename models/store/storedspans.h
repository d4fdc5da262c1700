// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/columns/availability.h"
#include "models/store/spans/lanespans.h"
#include "models/store/spans/spanbudget.h"
#include "models/store/spans/spanstore.h"

#include <memory>
#include <vector>

namespace lockstep {

class ColdColumns;
class PastSpans;
class SpanSource;
class Topology;
struct PlacedSpans;

/// The spans of a ClusterStore, newest in memory and older ones from the recording, as one. A member of it.
class StoredSpans
{
public:
    /// @param isOfFile all spans that have a source come from it
    StoredSpans(Duration tickPeriod, std::size_t bytes, bool isOfFile)
        : m_tickPeriod(tickPeriod), m_isOfFile(isOfFile), m_budget(bytes)
    { }

    [[nodiscard]] SpanStore& inMemory() { return m_spans; }
    [[nodiscard]] const SpanStore& inMemory() const { return m_spans; }
    [[nodiscard]] TimePoint keptSince() const { return m_budget.keptSince(); }
    void setSource(const SpanSource* source) { m_source = source; }
    [[nodiscard]] const SpanSource* source() const { return m_source; }
    /// @param cold of what time there is a recording; null: none
    void setRecording(const ColdColumns* cold) { m_cold = cold; }

    [[nodiscard]] std::shared_ptr<const PlacedSpans> place(std::shared_ptr<const PastSpans> read);
    [[nodiscard]] LaneSpans lane(std::size_t lane, TimeRange within) const;
    [[nodiscard]] std::vector<AvailableRange> available(TimeRange range) const;
    [[nodiscard]] std::vector<TimeRange> onDisk(TimeRange range) const;

    /// Lets go of those that ended before @p oldest, and of what there is no room for. @param held the time of the
    /// columns in memory, first to last  @return something has left
    bool drop(TimePoint oldest, TimeRange held, const Topology& topology);
    /// Makes room for new names where spans have them no more; never more often than once in a while, as all that knows
    /// lanes and names by their numbers begins anew. @return the names have new ids
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
    TimePoint m_namesChecked; ///< whether they can be renewed
};

} // namespace lockstep
