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

    /// Nothing stays that ended before @p oldest.
    void setHistory(TimePoint oldest);
    /// Looks at what each node takes, once after each turn over all lanes, and makes room where it is too much.
    /// @param held what columns are in memory, first and last
    void share(const SpanStore& spans, const Topology& topology, TimeRange held);
    void clear();

    [[nodiscard]] TimePoint keptSince(EntityRef entity, const Topology& topology) const;
    /// Since when those of all nodes are there.
    [[nodiscard]] TimePoint keptSince() const { return m_latest; }

private:
    struct Node
    {
        TimePoint keptSince;
        std::size_t bytes = 0; ///< when it was last looked at
    };

    [[nodiscard]] std::size_t placeOf(EntityRef entity, const Topology& topology) const;
    /// The most that a node may use so that all fit.
    [[nodiscard]] double fairShare() const;

    std::size_t m_bytes;
    TimePoint m_oldest;
    TimePoint m_latest;
    std::vector<Node> m_nodes; ///< by index; the last is all that belongs to no node
    std::uint64_t m_sweepToWaitFor = 0; ///< before the lanes show whether the last limit was sufficient
};

} // namespace lockstep
