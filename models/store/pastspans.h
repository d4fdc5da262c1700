// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/topology.h"
#include "models/store/spanstore.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace lockstep {

/// The spans of a stretch of time that are not in memory, as they were read from its recording: lanes and names of its
/// own, on the entities of the store's topology. Filled by one thread, immutable once it is published.
class PastSpans
{
public:
    /// @param range that it tells all spans of
    explicit PastSpans(TimeRange range) : m_range(range) { }

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] SpanStore& spans() { return m_spans; }
    [[nodiscard]] const SpanStore& spans() const { return m_spans; }
    /// Its lane of the same entity and name as a lane of the store; null: it tells nothing of that lane.
    [[nodiscard]] const SpanLane* laneLike(const NameTable& names, const SpanLane& lane) const;
    /// Once all spans are in.
    void seal();

private:
    TimeRange m_range;
    SpanStore m_spans;
    std::unordered_multimap<std::string, std::size_t> m_lanes; ///< by name
};

} // namespace lockstep
