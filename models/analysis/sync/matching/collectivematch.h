// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectiveop.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// The parts of several ranks in one collective, and any mismatch. A mismatch is a finding, not an error.
struct CollectiveMatch
{
    std::uint32_t communicator = 0;
    std::int64_t sequence = 0;
    std::uint32_t firstOp = 0; ///< slice of CollectiveMatches::ops, ordered by participant
    std::uint32_t opCount = 0;
    std::uint32_t missing = 0; ///< members without a part
    std::uint32_t extra = 0; ///< ranks with a part that are not members
    bool kindsDiffer = false;
    bool shapesDiffer = false;
    bool statesDiffer = false; ///< only some have completed
};

struct CollectiveMatches
{
    std::vector<CollectiveMatch> matches; ///< by communicator, then sequence
    std::vector<std::uint32_t> ops; ///< indices into CollectiveTrace::ops

    [[nodiscard]] std::span<const std::uint32_t> opsOf(const CollectiveMatch& match) const
    {
        return std::span(ops).subspan(match.firstOp, match.opCount);
    }
};

/// Matches ops across ranks by communicator and sequence, never by name alone. Ops without a sequence are numbered by
/// start within their communicator and participant; so are repeated uses of a sequence by one participant.
[[nodiscard]] CollectiveMatches matchCollectives(const CollectiveTrace& trace);

/// Whether a communicator is known to have this rank.
[[nodiscard]] bool isMember(const Communicator& communicator, std::int32_t rank);

/// The members of a communicator without a part in a collective, ascending, at most `limit`. Empty if the trace does
/// not list the members.
[[nodiscard]] std::vector<std::int32_t> missingMembers(const CollectiveTrace& trace, const CollectiveMatches& matches,
                                                       const CollectiveMatch& match, std::size_t limit);

} // namespace lockstep
