// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/spanstore.h"
#include "widgets/common/canvas/hovertip.h"

namespace lockstep {

class ClusterStore;

/// Explains a span: "rank 3 all_reduce #4211 on dp2, 512 MB, 38 ms".
/// @param others number of further spans under the same pixel
[[nodiscard]] HoverText explainSpan(const ClusterStore& store, const SpanLane& lane, const StoredSpan& span,
                                    std::size_t others);

/// Explains why a lane has no span at a moment: a gap, a stale node, spans not read or not recorded, or nothing
/// running.
/// @param lane index in the store
[[nodiscard]] HoverText explainNothing(const ClusterStore& store, std::size_t lane, TimePoint time);

} // namespace lockstep
