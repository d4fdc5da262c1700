// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/changeset.h"

#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Delivers each tick to an analysis once, in order, when it is complete: a tick is read when the second one after it
/// has begun, because slow nodes report late. Bounded per call to well under a millisecond; a backlog of minutes is
/// skipped. A member of the analysis; GUI thread.
class SettledTicks
{
public:
    static constexpr TickIndex settledAfter = 2;
    static constexpr TickIndex maxAtOnce = 64;
    static constexpr TickIndex maxBehind
        = 300; ///< a backlog that comes at once, as after a lost connection, is taken whole

    /// @param floatsPerTick that the analysis copies of each
    [[nodiscard]] TickRange take(const ClusterStore& store, std::size_t floatsPerTick);
    /// The last take() has left ticks for the next time.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

private:
    TickIndex m_next = 0; ///< first not taken yet
    bool m_hasMore = false;
};

/// A copy of one tick of a metric, by entity index; empty if unavailable.
[[nodiscard]] std::vector<float> copyOfColumn(const ClusterStore& store, std::string_view metric, TickIndex tick);

} // namespace lockstep
