// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A span as it is kept: 40 bytes, names interned. Times are node time in ns since 1970.
struct StoredSpan
{
    std::int64_t startNs = 0;
    std::uint64_t bytes = 0;
    std::uint32_t sequence = 0;
    std::uint32_t step = 0;
    std::int64_t durationNs : 56 = 0; ///< up to 416 days
    std::uint64_t kind : 8 = 0;
    std::uint16_t op = 0; ///< NameIds
    std::uint16_t communicator = 0;
    std::uint32_t reserved = 0;

    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
    [[nodiscard]] SpanKind spanKind() const { return static_cast<SpanKind>(kind); }
};
static_assert(sizeof(StoredSpan) <= 40);

/// What matters of 64 neighbouring spans of a lane, so that a view from afar need not look at each.
struct SpanSummary
{
    std::int64_t latestEndNs = 0;
    std::int64_t waitNs = 0; ///< sum of the waits among them
    std::uint32_t worst = 0; ///< index into the lane's spans: the longest wait, else the longest of what is there
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
    std::vector<StoredSpan> spans; ///< sorted by startNs
    std::vector<SpanSummary> summaries; ///< one for each 64 spans from the first, the last may cover fewer
    std::int64_t longestNs = 0; ///< longest span ever in this lane: bounds the search for what overlaps a range

    /// Spans that may overlap [fromNs, toNs): all that do, and possibly some before that end earlier.
    [[nodiscard]] std::span<const StoredSpan> overlapping(std::int64_t fromNs, std::int64_t toNs) const;
};

/// Puts a span in its place by start. Cheap at the end of the lane, where spans nearly always belong.
void insertSpan(SpanLane& lane, const StoredSpan& span);
/// Drops the spans that ended before @p timeNs. @return how many
std::size_t dropSpansBefore(SpanLane& lane, std::int64_t timeNs);

} // namespace lockstep
