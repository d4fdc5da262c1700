// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::scoring {

/// What an alert says is wrong, and where.
struct Cause
{
    std::string kind; ///< as drills name it: "pump_degradation"
    std::vector<std::string> culprits; ///< as drills name them: "cdu-1", "node-0009/gpu2", "rack A01"

    friend bool operator==(const Cause&, const Cause&) = default;
};

/// An alert as an operator met it: what it said when it came up, and what it had come to say when it was last seen.
struct RaisedAlert
{
    std::string key;
    TimePoint reported; ///< the first moment at which it was there
    TimePoint onset; ///< as it says at last
    Cause first;
    Cause last;
    std::vector<std::string> alternatives; ///< kinds that it considered too, the likeliest first
    std::string title; ///< as it says at last

    friend bool operator==(const RaisedAlert&, const RaisedAlert&) = default;
};

/// A fault that was there to be found.
struct RealFault
{
    std::string kind;
    std::vector<std::string> entities; ///< the one that it is aimed at first
    double severity = 0;
    TimePoint onset;
    TimePoint end; ///< TimePoint::max(): it stays
    std::optional<TimePoint> effect; ///< when it first showed in anything that is measured; nullopt: never
    std::string undetectable
        = {}; ///< why nobody could have detected it, by what the simulation measured; empty: one could
};

} // namespace lockstep::scoring
