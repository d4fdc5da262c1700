// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/span.h"
#include "models/core/time.h"

#include <cstdint>
#include <span>
#include <string>

namespace lockstep {

/// A part of a lane that counts, or does not count, as progress.
struct LaneStretch
{
    std::uint64_t lane = 0; ///< which lane, by any number; one lane runs on one GPU
    SpanKind kind = SpanKind::Compute;
    TimeRange range;
};

/// GPU time within a range without progress, measured from spans.
struct LostThroughput
{
    double gpuSeconds = 0; ///< in waits and restarts, overlaps counted once; NaN: not known
    double waitGpuSeconds = 0;
    double restartGpuSeconds = 0; ///< time in both counts as wait only
    std::size_t lanes = 0; ///< that had any span within the range: 0 means nothing was measured
    std::string culprit; ///< the main straggler, one sentence; empty: none
    std::string source; ///< what it was computed from, or why it is not known; for people
};

/// @param stretches in any order
[[nodiscard]] LostThroughput lostThroughput(std::span<const LaneStretch> stretches, TimeRange range);

} // namespace lockstep
