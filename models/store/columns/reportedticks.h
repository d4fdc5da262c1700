// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/columns/changeset.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Which nodes reported in each tick in memory, one bit each, so that silent nodes at a past moment are known. Private
/// to ClusterStore; GUI thread.
class ReportedTicks
{
public:
    /// @param historyTicks how many ticks back from the newest are kept
    explicit ReportedTicks(std::int64_t historyTicks);

    void note(TickIndex tick, std::uint32_t node);
    void clear();

    /// The ticks in memory, oldest to newest + 1; may include ticks in which no node reported.
    [[nodiscard]] TickRange ticks() const { return m_ticks; }
    /// Whether the node reported in any of these ticks.
    [[nodiscard]] bool hasAny(TickRange ticks, std::uint32_t node) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    using Nodes = std::vector<std::uint64_t>; ///< one bit per node

    [[nodiscard]] std::size_t slotOf(TickIndex tick) const;
    void makeRoomFor(TickIndex tick);

    std::vector<Nodes> m_ring; ///< by tick modulo its size
    TickRange m_ticks;
};

} // namespace lockstep
