// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/ingest/derived.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Results to compute for a recording that was made without some analyses, for example by an older version.
struct MissingResults
{
    std::vector<std::string> analyses;
    std::vector<TickRange> ticks; ///< in order, not adjacent

    [[nodiscard]] bool isEmpty() const { return analyses.empty() || ticks.empty(); }
};
[[nodiscard]] MissingResults missingResults(const Recording& recording);

/// Runs the missing analyses over the ticks as if they arrived live. Delivers results in pieces of about one minute,
/// with the fraction done. Blocks the caller and uses one worker thread. Memory is limited to about one minute of data.
/// @param stop cancels
void analyseRecording(Recording& recording, const MissingResults& missing, const std::stop_token& stop,
                      const std::function<void(Derived found, double share)>& use);

} // namespace lockstep
