// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectivematch.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

enum class SuspectReason : std::uint8_t {
    NoDump, ///< its group waits, and its dump is missing or unreadable
    EmptyDump, ///< never entered its group's collective, and has nothing pending
    NeverEntered,
    NoTransfer, ///< never entered its side of a transfer
    NotCompleted, ///< has not completed a collective that its peers completed
};

/// The collective, or the transfers between two ranks, in which ranks wait.
struct HangPlace
{
    std::uint32_t communicator = 0; ///< index into CollectiveTrace::communicators
    std::int64_t sequence = CollectiveOp::noSequence;
    CollectiveKind kind = CollectiveKind::Generic;
    std::uint32_t waiting = 0; ///< ranks
    std::uint32_t missing = 0; ///< members that did not enter, or without a dump
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
        Mismatch, ///< all ranks entered, but with different operations or sizes
        AllEntered, ///< no rank is missing: cannot be determined
        TooMany, ///< too many ranks are missing without a recorded reason: cannot be determined
        DumpsElsewhere, ///< most ranks left no dump here: cannot be determined
    };

    Kind kind = Kind::NoHang;
    std::vector<HangSuspect> suspects; ///< by rank; empty: unknown
    /// Further ranks that did not enter a collective, because they wait for a suspect.
    std::vector<std::int32_t> others;
    std::vector<std::int32_t> unfinished; ///< ranks that have not completed collectives that their peers completed
    std::optional<HangPlace> place; ///< the first collective that cannot end
    bool kindsDiffer = false; ///< in `place`, if it is a mismatch
    std::size_t missing = 0; ///< number of missing ranks, if too many
};

/// Analyses collectives in dumps that were written when a job timed out. In each process group, the first sequence that
/// some ranks entered and others did not blocks the group; the ranks inside wait for the ranks outside. Waits are
/// followed between groups, also through sends and receives: a rank that is missing because it waits elsewhere is not a
/// suspect. Among the remaining ranks, those without a dump or with nothing pending come first. A missing entry alone
/// does not make a rank missing, because completed entries are dropped from dumps. The highest sequence entered
/// decides.
[[nodiscard]] HangVerdict findHang(const CollectiveTrace& trace, const CollectiveMatches& matches);

} // namespace lockstep
