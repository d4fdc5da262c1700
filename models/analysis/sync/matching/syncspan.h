// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rankmarkers.h"
#include "models/core/span.h"

#include <cstdint>
#include <string_view>

namespace lockstep {

/// The pipeline neighbour that a rank receives from.
enum class PeerDirection : std::uint8_t { None, FromPrevious, FromNext };

/// Direction from the name of an operation ("recv_forward", "backward-recv"); None if it is not a receive.
[[nodiscard]] PeerDirection peerDirectionOf(std::string_view op);

/// A span for the wait analysis. Lanes are dense, one per rank; times are in the clock of the lane's node.
struct SyncSpan
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t lane = 0;
    std::uint32_t communicator = none; ///< any number that identifies it; none: no other rank takes part
    std::uint32_t sequence = 0; ///< n-th on its communicator
    std::uint32_t step = 0;
    std::uint32_t op = 0; ///< any number that identifies it
    SpanKind kind = SpanKind::Compute;
    PeerDirection direction = PeerDirection::None;
    std::uint8_t sizeClass = 0; ///< number of bits of its byte count
    RankMarker rankMarker = RankMarker::None; ///< of a marker

    [[nodiscard]] std::int64_t lengthNs() const { return endNs - startNs; }
    /// Whether it ends only when other ranks arrive: a collective, or a wait in one.
    [[nodiscard]] bool isCollective() const
    {
        return communicator != none && direction == PeerDirection::None
            && (kind == SpanKind::Collective || kind == SpanKind::Wait);
    }
    /// Whether it ends only when a neighbour has sent.
    [[nodiscard]] bool isReceive() const { return communicator != none && direction != PeerDirection::None; }
};

/// Owner of a lane.
struct SyncLane
{
    std::uint32_t rank = Span::noRank;
    std::uint32_t job = 0; ///< any number that identifies it
};

} // namespace lockstep
