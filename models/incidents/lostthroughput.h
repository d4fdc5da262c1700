// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/span.h"
#include "models/core/time.h"

#include <cstdint>
#include <span>
#include <string>

namespace lockstep {

/// A part of a lane with or without progress.
struct LaneStretch
{
    std::uint64_t lane = 0; ///< any number that identifies the lane; one lane runs on one GPU
    SpanKind kind = SpanKind::Compute;
    TimeRange range;
};

/// GPU time that made no progress within a range, measured from spans.
struct LostThroughput
{
    double gpuSeconds = 0; ///< in waits and restarts, overlaps counted once; NaN: unknown
    double waitGpuSeconds = 0;
    double restartGpuSeconds = 0; ///< overlap with waits counts as wait only
    std::size_t lanes = 0; ///< lanes with a span in the range, or GPUs counted by Blame; 0: nothing was measured
    std::string culprit; ///< the main straggler, one sentence; empty: none
    std::string source; ///< source of the value, or why it is unknown; for people
};

/// @param stretches in any order
[[nodiscard]] LostThroughput lostThroughput(std::span<const LaneStretch> stretches, TimeRange range);

} // namespace lockstep
