// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

enum class SpanKind : std::uint8_t { Compute, Collective, Transfer, Wait, Checkpoint, Restart, Step, Idle, Marker };

/// Stable lower-case word ("collective"), as job events and exports spell it.
[[nodiscard]] std::string_view spanKindName(SpanKind kind);
[[nodiscard]] std::optional<SpanKind> spanKindFromName(std::string_view name);

/// An activity of a job, as a node reports it. Names are indices into the stream's own name list; 0 is the empty name.
/// A marker has end == start.
struct Span
{
    static constexpr std::uint32_t noRank = 0xFFFFFFFF;

    TimePoint start; ///< in the reporting node's clock
    TimePoint end;
    SpanKind kind = SpanKind::Compute;
    std::uint32_t entity = 0; ///< index into the layout's entities: the GPU it ran on, or 0 for the node
    std::uint32_t lane = 0; ///< name: which row of the entity ("rank 3", "dataloader")
    std::uint32_t op = 0; ///< name: "all_reduce", "forward"
    std::uint32_t communicator = 0; ///< name: the group of ranks that took part
    std::uint32_t job = 0; ///< name
    std::uint32_t rank = noRank;
    std::uint32_t step = 0;
    std::uint64_t sequence = 0; ///< n-th collective on its communicator
    std::uint64_t bytes = 0;
};

} // namespace lockstep
