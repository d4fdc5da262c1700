// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/spans/lanespans.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lockstep {

class ClusterStore;
class SyncResults;

/// One wait: who was waited for, how long, and why that rank was late.
struct WaitStory
{
    std::size_t waiter = 0; ///< index into SpanStore::lanes()
    std::optional<std::size_t> last; ///< lane of the rank waited for
    TimePoint waitsFrom;
    TimePoint lastArrived; ///< arrival of the rank waited for, by its clock; if unknown, the end of the wait
    Duration waited{};
    bool isReceive = false;
    QString sentence; ///< "rank 17 waited 38 ms for rank 3 in all_reduce #4211 of dp2; rank 3's clock was throttled"
};

/// The story of a span that waits for others: a collective or a receive; nullopt otherwise.
[[nodiscard]] std::optional<WaitStory> waitStory(const ClusterStore& store, const SyncResults* syncResults,
                                                 std::size_t lane, const StoredSpan& span);

/// The lane's span of the same collective, near @p of in time; null if it has none.
[[nodiscard]] std::optional<StoredSpan> findPart(const ClusterStore& store, std::size_t lane, const StoredSpan& of);

/// Why a GPU was late at a moment, from its metrics: "its clock was throttled", "it computed 16 % longer than its
/// peers". Empty if unknown.
[[nodiscard]] QString reasonOfLateness(const ClusterStore& store, EntityRef gpu, TimePoint time);

} // namespace lockstep
