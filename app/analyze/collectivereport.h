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

/// All facts of a report on collectives, derived from the trace alone.
struct CollectiveReport
{
    /// @param job result of jobOfTrace() for the same trace; null: it has no spans
    explicit CollectiveReport(CollectiveTrace trace, std::shared_ptr<const JobSync> job = nullptr);

    /// Seconds that others lost because of a participant over the judged steps; NaN: unknown.
    [[nodiscard]] double blamedSeconds(std::uint32_t participant) const;

    CollectiveTrace trace;
    CollectiveMatches matches;
    WaitAnalysis waits;
    HangVerdict hang;
    std::shared_ptr<const JobSync> job; ///< as shown in the window; null: fewer than two ranks have comparable spans
    std::vector<std::uint32_t> stragglers; ///< from its verdict; without one the ranks that are often last
    std::uint64_t incomplete = 0; ///< collectives with missing ranks
    std::uint64_t differing = 0; ///< collectives whose ranks disagree on kind, shape or state
    std::vector<std::uint32_t> boundByLoading; ///< participants whose GPU idles while they wait for the data loader
    std::vector<std::string> notes; ///< caveats the reader must know
};

/// "rank 7 slows the job", "no verdict: ..."; empty: nothing can be compared, or the job hangs.
[[nodiscard]] std::string verdictSentence(const CollectiveReport& report);

/// The JSON object described in analyze.h.
[[nodiscard]] std::string collectiveJson(const CollectiveReport& report, std::span<const std::string> notes);
[[nodiscard]] std::string collectiveText(const CollectiveReport& report);

} // namespace lockstep
