// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/ingest/derived.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Results that must be computed for a recording that was made without some analyses, for example by an older version.
struct MissingResults
{
    std::vector<std::string> analyses;
    std::vector<TickRange> ticks; ///< in order, apart from each other

    [[nodiscard]] bool isEmpty() const { return analyses.empty() || ticks.empty(); }
};
[[nodiscard]] MissingResults missingResults(const Recording& recording);

/// Runs these analyses over these ticks as they would have run while they came, and gives what they find, a minute or
/// so at once, with how much of the way is behind. On the calling thread, for as long as it takes, with a worker
/// beside; memory is that of a minute. @param stop ends it
void analyseRecording(Recording& recording, const MissingResults& missing, const std::stop_token& stop,
                      const std::function<void(Derived found, double share)>& use);

} // namespace lockstep
