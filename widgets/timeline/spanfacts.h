// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spanstore.h"
#include "widgets/common/hovertip.h"

namespace lockstep {

class ClusterStore;
class PastSpans;

/// Explains a span: "rank 3 all_reduce #4211 on dp2, 512 MB, 38 ms".
/// @param names that lane and span refer to: the store's, or those of spans read from its recording
/// @param others how many more spans lie under the same pixel
[[nodiscard]] HoverText explainSpan(const ClusterStore& store, const NameTable& names, const SpanLane& lane,
                                    const StoredSpan& span, std::size_t others);

/// Explains why there is nothing at a moment of a lane: a gap, a stale node, or simply no span.
[[nodiscard]] HoverText explainNothing(const ClusterStore& store, const SpanLane& lane, TimePoint time,
                                       const PastSpans* past = nullptr);

} // namespace lockstep
