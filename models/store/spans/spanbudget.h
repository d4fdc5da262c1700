// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

class SpanStore;
class Topology;

/// How long the spans of each node stay in memory: the whole history if there is room; otherwise the nodes with the
/// most spans lose their oldest, so that others are not affected. GUI thread; owned by ClusterStore.
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
    std::uint64_t m_sweepToWaitFor = 0; ///< after it the lanes show whether the last limit was sufficient
};

} // namespace lockstep
