// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/hangverdict.h"
#include "models/analysis/sync/matching/waitsplit.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// All facts of a report on collectives, derived from the trace alone.
struct CollectiveReport
{
    explicit CollectiveReport(CollectiveTrace trace);

    CollectiveTrace trace;
    CollectiveMatches matches;
    WaitAnalysis waits;
    HangVerdict hang;
    std::vector<std::uint32_t> stragglers; ///< participants that are often last, where nothing hangs
    std::uint64_t incomplete = 0; ///< collectives with ranks missing
    std::uint64_t differing = 0; ///< collectives whose parts do not fit together
    std::vector<std::uint32_t> boundByLoading; ///< participants whose GPU idles as they wait for their data loader
    std::vector<std::string> notes; ///< what follows from the above and a reader must know
};

/// See analyze.h for the object.
[[nodiscard]] std::string collectiveJson(const CollectiveReport& report, std::span<const std::string> notes);
[[nodiscard]] std::string collectiveText(const CollectiveReport& report);

} // namespace lockstep
