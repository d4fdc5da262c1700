// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/trial.h"

#include <span>
#include <vector>

namespace lockstep::scoring {

/// Rules for matching alerts with faults. Scores incidents, not single samples.
struct MatchRules
{
    /// How long after a fault's end reports may still refer to it, because detectors have a delay.
    Duration lag = std::chrono::seconds(60);
    /// Maximum culprits of an alert: this many times the faulty entities, but at least culpritsAtLeast. Naming
    /// everything is no detection.
    std::size_t culpritsAFault = 2;
    std::size_t culpritsAtLeast = 4;
};

/// Result for one fault.
struct FaultVerdict
{
    bool isDetected = false; ///< an alert named the faulty entity, or has the cause among its first three
    bool isNamedFirst = false; ///< an alert named kind and culprit when it was raised
    bool isNamedAtLast = false; ///< or did so by its end
    bool isAmongThree = false; ///< or has the right kind and culprit among its first three causes
    std::optional<TimePoint> reported; ///< when the first alert that counts as detection was raised
};

/// Result for one alert.
enum class AlertVerdict : std::uint8_t {
    Right, ///< names a fault's culprit during the fault
    Beside, ///< raised during a fault, but names something else
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

/// Faults without effect are left out, as nothing could detect them.
[[nodiscard]] MatchResult match(std::span<const RealFault> faults, std::span<const RaisedAlert> alerts,
                                const MatchRules& rules);

} // namespace lockstep::scoring
