// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectivematch.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

enum class SuspectReason : std::uint8_t {
    NoDump, ///< its group waits, and there is no readable dump of it
    EmptyDump, ///< never entered what its group waits in, and has nothing pending
    NeverEntered,
    NoTransfer, ///< never entered its side of a send and receive
    NotCompleted, ///< entered a collective that its peers completed, and has not completed it
};

/// The collective, or the transfers between two ranks, in which ranks wait.
struct HangPlace
{
    std::uint32_t communicator = 0; ///< index into CollectiveTrace::communicators
    std::int64_t sequence = CollectiveOp::noSequence;
    CollectiveKind kind = CollectiveKind::Generic;
    std::uint32_t waiting = 0; ///< ranks
    std::uint32_t missing = 0; ///< members that did not enter, or of which there is no dump
};

struct HangSuspect
{
    std::int32_t rank = 0;
    SuspectReason reason = SuspectReason::NeverEntered;
    HangPlace place; ///< where most ranks wait for it
};

/// Why a job hangs, according to its dumps.
struct HangVerdict
{
    enum class Kind : std::uint8_t {
        NoHang, ///< no rank waits
        Suspects,
        Deadlock, ///< the suspects wait for each other
        Mismatch, ///< all ranks entered, with different operations or sizes
        AllEntered, ///< no rank is missing: cannot determine
        TooMany, ///< too many ranks are missing without a recorded reason: cannot determine
        DumpsElsewhere, ///< most ranks left no dump here: cannot determine
    };

    Kind kind = Kind::NoHang;
    std::vector<HangSuspect> suspects; ///< by rank; empty: cannot determine
    std::vector<std::int32_t> others; ///< ranks that did not enter a collective either, as they wait for a suspect
    std::vector<std::int32_t> unfinished; ///< ranks that have not completed collectives that their peers completed
    std::optional<HangPlace> place; ///< the first that cannot end
    bool kindsDiffer = false; ///< in `place`, of a mismatch
    std::size_t missing = 0; ///< ranks that were missing, when there are too many
};

/// Walks the collectives of dumps that were written when a job timed out. In each process group the first sequence that
/// some entered and others did not blocks the group; who waits in it waits for those who did not enter. That is
/// followed from group to group, also through sends and receives: a rank that is missing because it waits elsewhere is
/// no suspect. Of those that remain, ranks without a dump or with nothing pending come first. A rank whose dump merely
/// lacks an entry is not missing: completed entries leave the dump, so the highest sequence entered is what counts.
[[nodiscard]] HangVerdict findHang(const CollectiveTrace& trace, const CollectiveMatches& matches);

} // namespace lockstep
