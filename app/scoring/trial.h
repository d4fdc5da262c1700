// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/matching.h"
#include "models/core/time.h"
#include "models/simulation/cluster/drill.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::scoring {

/// The cause and the place that an alert names.
struct Cause
{
    std::string kind; ///< as in drills: "pump_degradation"
    std::vector<std::string> culprits; ///< as in drills: "cdu-1", "node-0009/gpu2", "rack A01"

    friend bool operator==(const Cause&, const Cause&) = default;
};

/// An alert as an operator sees it: its state when it was raised, and its last state.
struct RaisedAlert
{
    std::string key;
    TimePoint reported; ///< when it was first raised
    TimePoint onset; ///< from its last state
    Cause first;
    Cause last;
    std::vector<std::string> alternatives; ///< other kinds considered, most likely first
    std::string title; ///< from its last state

    friend bool operator==(const RaisedAlert&, const RaisedAlert&) = default;
};

/// A fault that should be detected.
struct RealFault
{
    std::string kind;
    std::vector<std::string> entities; ///< its target first
    double severity = 0;
    TimePoint onset;
    TimePoint end; ///< TimePoint::max(): it does not end
    std::optional<TimePoint> effect; ///< first visible effect in any measurement; nullopt: never
    std::string undetectable
        = {}; ///< why the fault is not detectable from the simulated measurements; empty: detectable
};

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

} // namespace lockstep::scoring
