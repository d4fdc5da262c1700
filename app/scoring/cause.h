// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

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

} // namespace lockstep::scoring
