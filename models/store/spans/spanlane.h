// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/store/spans/packedspans.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Summary of 64 consecutive spans of a lane, so that a zoomed-out view need not read each.
struct SpanSummary
{
    std::int64_t latestEndNs = 0;
    std::int64_t waitNs = 0; ///< sum of the waits among them
    std::uint32_t worst = 0; ///< index into the lane's spans: the longest wait, otherwise the longest span
};

/// True when @p a deserves a shared pixel more than @p b: waits before work before idling, then the longer one.
[[nodiscard]] bool isWorse(const StoredSpan& a, const StoredSpan& b);

/// One row of spans: those of one entity under one lane name, in order of start.
struct SpanLane
{
    static constexpr std::size_t summarySize = 64;

    EntityRef entity; ///< the GPU or node it ran on
    NameId name; ///< "rank 3"
    NameId job;
    std::uint32_t rank = Span::noRank;
    bool isReported = false; ///< spans of it have come; false: it is known from a recording alone
    PackedSpans spans; ///< sorted by startNs
    std::vector<SpanSummary> summaries; ///< one for each 64 spans from the first, the last may cover fewer
    std::size_t unsettled = 0; ///< spans at the end that are not sorted in yet: none while anything reads
    std::int64_t longestNs = 0; ///< longest span ever in this lane: bounds the search for what overlaps a range

    /// Spans that may overlap [fromNs, toNs): all that do, and possibly some before that end earlier.
    [[nodiscard]] PackedSpans::Range overlapping(std::int64_t fromNs, std::int64_t toNs) const;
};

/// Puts a span at the end of the lane, where spans nearly always belong. One that starts before the last waits there
/// for settle(), which is due before the lane is read.
void appendSpan(SpanLane& lane, const StoredSpan& span);
/// Puts what waits in its place by start, all at once: one by one, a node that posts its spans in a hostile order would
/// have the whole lane moved for each.
void settle(SpanLane& lane);
/// Drops the spans that ended before @p timeNs. @return how many
std::size_t dropSpansBefore(SpanLane& lane, std::int64_t timeNs);

[[nodiscard]] std::size_t memoryBytesOf(const SpanLane& lane);

} // namespace lockstep
