// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/sitesensors.h"
#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {
struct CommandInput;
struct CommandPage;
} // namespace lockstep

namespace lockstep::scoring {

/// Options of `lockstep-sim score`.
struct ScoreOptions
{
    std::string drills; ///< path of a drill, or of a folder of drills
    std::string clusterFile; ///< empty: the demo's
    std::optional<std::uint32_t> nodes; ///< use only the first nodes
    std::uint32_t seeds = 1;
    std::uint64_t firstSeed = 1;
    double severity = 1; ///< factor of the drills' severity
    std::uint32_t places = 1; ///< 1: only where the drill says
    std::optional<double> quietHours; ///< a run without any fault instead of drills
    std::optional<double> durationSeconds; ///< of each run; nullopt: the drill's own
    SiteOptions site; ///< what is measured, and how
    std::optional<double> beforeSeconds; ///< normal operation before each drill
    std::uint32_t threads = 1;
    bool pairs = false;
    bool baseline = false;
    bool permute = false;
    bool events = false; ///< print the events that alerts are computed from
    bool json = false;
};

[[nodiscard]] CommandPage scorePage();

/// The error is one sentence for display.
[[nodiscard]] Result<ScoreOptions> scoreOptions(const CommandInput& line);

} // namespace lockstep::scoring
