// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/pastspans.h"

#include <memory>
#include <vector>

namespace lockstep {

/// Spans read from a recording, with their lanes and names mapped to the store's, so that numbers are the same wherever
/// spans are kept. Immutable; made by ClusterStore::place().
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

} // namespace lockstep
