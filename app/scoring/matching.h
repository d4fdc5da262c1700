// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/simulation/cluster/drill.h"

#include <cstdint>
#include <optional>
#include <span>
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

/// Rules for matching alerts with faults. Scores incidents, not single samples.
struct MatchRules
{
    /// How long after a fault's end reports may still refer to it, because detectors have a delay.
    Duration lag = std::chrono::seconds(60);
    /// Maximum number of culprits of an alert, as a multiple of the faulty entities, but at least minAllowedCulprits.
    /// An alert that names everything is not a detection.
    std::size_t maxCulpritsPerFault = 2;
    std::size_t minAllowedCulprits = 4;
};

/// Result for one fault.
struct FaultVerdict
{
    bool isDetected = false; ///< an alert named the faulty entity, or has the cause among its first three
    bool isNamedFirst = false; ///< an alert named kind and culprit when it was raised
    bool isNamedAtLast = false; ///< an alert named kind and culprit in its last state
    bool isInTopThree = false; ///< an alert named the culprit in its last state, and the kind among its first three
    std::optional<TimePoint> reported; ///< when the first alert that counts as detection was raised
};

/// Result for one alert.
enum class AlertVerdict : std::uint8_t {
    Right, ///< names a fault's culprit during the fault
    Beside, ///< raised during a fault, but names another cause
    False, ///< raised without a fault
};

struct MatchResult
{
    std::vector<FaultVerdict> faults; ///< as given
    std::vector<AlertVerdict> alerts; ///< as given
    std::vector<bool> isKindRight; ///< by alert: its last state names the kind of a fault
};

/// Whether the culprits match the fault: the target among few others, half of all faulty entities, or an entity that
/// contains all of them. The two ends of a link are equivalent.
[[nodiscard]] bool namesFault(std::span<const std::string> culprits, const RealFault& fault, const MatchRules& rules);

/// Ignores faults without an effect, because nothing could detect them.
[[nodiscard]] MatchResult match(std::span<const RealFault> faults, std::span<const RaisedAlert> alerts,
                                const MatchRules& rules);

} // namespace lockstep::scoring
