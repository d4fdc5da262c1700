// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/matching.h"
#include "app/scoring/scoreoptions.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/simulation/cluster/drill.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::scoring {

/// One run of a simulated cluster whose alerts are scored.
struct Trial
{
    std::string name; ///< of its drill and how it differs: "Slow GPU + NIC down"
    sim::Drill drill;
    std::uint64_t seed = 1;
    std::uint32_t place = 0; ///< 0: as in the drill
};

/// Wall-clock time of a run, by phase.
struct TrialTime
{
    double simulation = 0; ///< seconds
    double analyses = 0;
    double alerts = 0;
    double effects = 0; ///< runs without the fault, for comparison
};

/// Result of a trial.
struct TrialResult
{
    Trial trial;
    std::string problem; ///< why it could not run on this cluster; empty: it ran
    TimePoint start;
    double seconds = 0; ///< simulated
    TrialTime time;
    std::vector<RealFault> faults;
    std::vector<RaisedAlert> alerts;
    MatchResult match;
    std::vector<std::string> events; ///< reported events, one line each, if requested
    std::string permuted; ///< how alerts differ with another order of arrival; empty: equal, or not tested

    [[nodiscard]] double secondOf(TimePoint moment) const
    {
        return std::chrono::duration<double>(moment - start).count();
    }
};

/// The drills of a folder, or the one at the path, by file name. An Error names the file and the reason.
[[nodiscard]] Result<std::vector<sim::Drill>> readDrills(const std::string& path);

/// All runs that the options request. Deterministic.
[[nodiscard]] std::vector<Trial> planTrials(const std::vector<sim::Drill>& drills, const ScoreOptions& options);

/// A drill with weaker or stronger faults, within the limits of each kind.
[[nodiscard]] sim::Drill withSeverity(sim::Drill drill, double factor);
/// The drill with its faults at other places, chosen pseudo-randomly from @p place. 0: unchanged.
[[nodiscard]] sim::Drill atPlace(sim::Drill drill, std::uint32_t place);
/// One drill with the faults of both.
[[nodiscard]] sim::Drill together(const sim::Drill& one, const sim::Drill& other);

} // namespace lockstep::scoring
