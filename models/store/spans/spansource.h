// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/spans/spanstore.h"

#include <memory>
#include <vector>

namespace lockstep {

/// Spans of a time range read from a recording, with their own numbering of lanes and names, but with the entities of
/// the store's topology. Filled by one thread, immutable once published.
class PastSpans
{
public:
    /// @param range of which it contains all spans
    explicit PastSpans(TimeRange range) : m_range(range) { }

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] SpanStore& spans() { return m_spans; }
    [[nodiscard]] const SpanStore& spans() const { return m_spans; }
    /// Call after the last span.
    void seal() { m_spans.endBatch(); }

private:
    TimeRange m_range;
    SpanStore m_spans;
};

/// Spans read from a recording, with lanes and names mapped to the store's. Immutable; made by ClusterStore::place().
struct PlacedSpans
{
    std::shared_ptr<const PastSpans> read; ///< never null
    std::vector<std::uint32_t> lanes; ///< of the store, by lane of the loaded spans
    std::vector<NameId> names; ///< of the store, by name of the loaded spans
    std::vector<const SpanLane*> byLane; ///< of the loaded spans, by the store's lanes; null: none
    std::uint64_t generation = 0; ///< of the store's lanes

    [[nodiscard]] const SpanLane* lane(std::size_t storeLane) const
    {
        return storeLane < byLane.size() ? byLane[storeLane] : nullptr;
    }
};

/// Spans outside memory, from a recording. The store requests times that are not in memory, so that views cannot
/// distinguish past from present. The view that moves the window reports the visible range; arrivals are signalled
/// through ClusterModel. GUI thread.
class SpanSource
{
public:
    virtual ~SpanSource() = default;

    /// The loaded spans of the visible range; null: none.
    [[nodiscard]] virtual const std::shared_ptr<const PlacedSpans>& placed() const = 0;
    /// Whether only spans around the cursor were read, because there are very many. False: missing spans are still
    /// being read.
    [[nodiscard]] virtual bool isTruncated() const = 0;
};

} // namespace lockstep
