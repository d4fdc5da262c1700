// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"
#include "models/core/ids.h"
#include "models/core/result.h"
#include "models/core/span.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A recorded span: on the recording's time line, about an entity of its topology, with names from its table (id 0: no
/// name).
struct RecordedSpan
{
    std::uint32_t node = 0; ///< that reported it
    EntityRef entity;
    std::uint32_t lane = 0; ///< names
    std::uint32_t op = 0;
    std::uint32_t communicator = 0;
    std::uint32_t job = 0;
    std::uint32_t rank = Span::noRank;
    std::uint32_t step = 0;
    SpanKind kind = SpanKind::Compute;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t sequence = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const RecordedSpan&, const RecordedSpan&) = default;
};

/// Converts to a Span: names stay the recording's; the caller gives the entity.
[[nodiscard]] Span spanOf(const RecordedSpan& recorded);

/// Maximum number of spans in that many packed bytes: a reader's memory is at most 200 times its input's size.
[[nodiscard]] constexpr std::uint64_t maxSpansIn(std::size_t packedBytes)
{
    constexpr std::uint64_t always = 1024;
    return std::min<std::uint64_t>(always + packedBytes, budget::spansPerBlock);
}

/// Packs spans without loss, never denser than maxSpansIn(). Reorders them: by entity, lane and start.
[[nodiscard]] std::vector<std::uint8_t> packSpans(std::vector<RecordedSpan>& spans);

/// The spans of untrusted bytes; an Error if there are more than maxSpansIn().
[[nodiscard]] Result<std::vector<RecordedSpan>> unpackSpans(std::span<const std::uint8_t> bytes);

} // namespace lockstep
