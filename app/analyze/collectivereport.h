// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/hangverdict.h"
#include "models/analysis/sync/matching/waitsplit.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Everything a report on collectives tells, from the trace alone.
struct CollectiveReport
{
    /// @param job of the same trace, see jobOfTrace(); null: it has no spans
    explicit CollectiveReport(CollectiveTrace trace, std::shared_ptr<const JobSync> job = nullptr);

    /// What others lost because of a participant, over the steps judged; NaN: nobody knows.
    [[nodiscard]] double blamedSeconds(std::uint32_t participant) const;

    CollectiveTrace trace;
    CollectiveMatches matches;
    WaitAnalysis waits;
    HangVerdict hang;
    std::shared_ptr<const JobSync> job; ///< as the window has it; null: no two ranks have spans to be compared
    std::vector<std::uint32_t> stragglers; ///< participants of its verdict; without it those that are often last
    std::uint64_t incomplete = 0; ///< collectives with ranks missing
    std::uint64_t differing = 0; ///< collectives whose parts do not fit together
    std::vector<std::uint32_t> boundByLoading; ///< participants whose GPU idles as they wait for their data loader
    std::vector<std::string> notes; ///< what follows from the above and a reader must know
};

/// "rank 7 slows the job", "cannot be judged: ..."; empty: nothing can be compared, or the job hangs.
[[nodiscard]] std::string verdictSentence(const CollectiveReport& report);

/// See analyze.h for the object.
[[nodiscard]] std::string collectiveJson(const CollectiveReport& report, std::span<const std::string> notes);
[[nodiscard]] std::string collectiveText(const CollectiveReport& report);

} // namespace lockstep
