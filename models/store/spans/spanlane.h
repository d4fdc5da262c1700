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

/// Whether @p a is shown instead of @p b in a shared pixel: waits before work before idle time, then the longer one.
[[nodiscard]] bool isWorse(const StoredSpan& a, const StoredSpan& b);

/// One row of spans: the spans of one entity with one lane name, in order of start.
struct SpanLane
{
    static constexpr std::size_t summarySize = 64;

    EntityRef entity; ///< the GPU or node it ran on
    NameId name; ///< "rank 3"
    NameId job;
    std::uint32_t rank = Span::noRank;
    bool isReported = false; ///< spans were received; false: known from a recording only
    PackedSpans spans; ///< sorted by startNs
    std::vector<SpanSummary> summaries; ///< one for each 64 spans from the first, the last may cover fewer
    std::size_t unsettled = 0; ///< number of spans at the end that are not sorted in yet; 0 whenever the lane is read
    std::int64_t longestNs = 0; ///< longest span ever in this lane: bounds the search for overlapping spans

    /// Spans that may overlap [fromNs, toNs): all that do, and possibly some that end earlier.
    [[nodiscard]] PackedSpans::Range overlapping(std::int64_t fromNs, std::int64_t toNs) const;
};

/// Appends a span, which nearly always belongs at the end. A span that starts before the last one stays at the end
/// until settle() is called, which must happen before the lane is read.
void appendSpan(SpanLane& lane, const StoredSpan& span);
/// Moves all appended spans to their sorted places at once. With insertion one by one, a node that sends spans in a
/// malicious order would cause the whole lane to be moved for each span.
void settle(SpanLane& lane);
/// Drops spans that ended before @p timeNs. @return number of dropped spans
std::size_t dropSpansBefore(SpanLane& lane, std::int64_t timeNs);

[[nodiscard]] std::size_t memoryBytesOf(const SpanLane& lane);

} // namespace lockstep
