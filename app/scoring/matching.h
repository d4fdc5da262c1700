// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/cause.h"

#include <span>
#include <vector>

namespace lockstep::scoring {

/// Rules for matching alerts with faults. Scores incidents, not single samples.
struct MatchRules
{
    /// How long after a fault's end reports may still refer to it, because detectors have a delay.
    Duration lag = std::chrono::seconds(60);
    /// As many culprits may be named as are at fault, times this, or a few: who names everything has found nothing.
    std::size_t culpritsAFault = 2;
    std::size_t culpritsAtLeast = 4;
};

/// Result for one fault.
struct FaultVerdict
{
    bool isDetected = false; ///< an alert named what is at fault, or the cause is among its first three
    bool isNamedFirst = false; ///< one named kind and culprit when it came up
    bool isNamedAtLast = false; ///< or had come to by the end
    bool isAmongThree = false; ///< or considers the right kind of the right culprit among its first three
    std::optional<TimePoint> reported; ///< when the first one came up that counts as detection
};

/// Result for one alert.
enum class AlertVerdict : std::uint8_t {
    Right, ///< names a fault's culprit while it was there
    Beside, ///< came up while a fault was there, and names something else
    False, ///< came up when there was none
};

struct MatchResult
{
    std::vector<FaultVerdict> faults; ///< as given
    std::vector<AlertVerdict> alerts; ///< as given
    std::vector<bool> isKindRight; ///< by alert: it names a fault, and that fault's kind, at last
};

/// Whether the culprits are what is at fault: among few others the entity aimed at, or half of all that are, or what
/// all of them are part of. The two ends of a link are one.
[[nodiscard]] bool namesFault(std::span<const std::string> culprits, const RealFault& fault, const MatchRules& rules);

/// Faults without effect take no part: nothing could have shown them.
[[nodiscard]] MatchResult match(std::span<const RealFault> faults, std::span<const RaisedAlert> alerts,
                                const MatchRules& rules);

} // namespace lockstep::scoring
