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
    std::string drills; ///< a folder of drills, or one
    std::string clusterFile; ///< empty: the demo's
    std::optional<std::uint32_t> nodes; ///< the first so many
    std::uint32_t seeds = 1;
    std::uint64_t firstSeed = 1;
    double severity = 1; ///< of the drills' severity
    std::uint32_t places = 1; ///< 1: only where the drill says
    std::optional<double> quietHours; ///< a run without any fault instead of drills
    std::optional<double> durationSeconds; ///< of each run; nullopt: the drill's own
    SiteOptions site; ///< what is measured, and how
    std::optional<double> beforeSeconds; ///< of ordinary running ahead of each drill
    std::uint32_t threads = 1;
    bool pairs = false;
    bool baseline = false;
    bool permute = false;
    bool events = false; ///< print the events that alerts are computed from
    bool json = false;
};

[[nodiscard]] CommandPage scorePage();

/// The error is one sentence for people.
[[nodiscard]] Result<ScoreOptions> scoreOptions(const CommandInput& line);

} // namespace lockstep::scoring
