// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/trialplan.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace lockstep::scoring {

/// Totals of one kind of fault.
struct KindTotals
{
    std::size_t faults = 0;
    std::size_t detected = 0;
    std::size_t named = 0; ///< kind and culprit correct in the last state
    std::size_t reported = 0; ///< alerts of this kind in their last state
    std::size_t right = 0; ///< correct ones among these

    [[nodiscard]] std::optional<double> recall() const; ///< named / faults; nullopt: no faults
    [[nodiscard]] std::optional<double> precision() const; ///< nullopt: no alerts
};

/// Totals over many trials.
struct Totals
{
    std::size_t trials = 0;
    std::size_t skipped = 0; ///< trials not run, because the cluster lacks the part that the drill breaks
    std::size_t faults = 0; ///< with an effect
    std::size_t withoutEffect = 0;
    std::size_t detectable = 0; ///< faults with an effect that are detectable without the twin
    std::size_t detectedAmongDetectable = 0;
    std::size_t detected = 0;
    std::size_t namedFirst = 0;
    std::size_t namedAtLast = 0;
    std::size_t inTopThree = 0;
    std::size_t alertsDuringFaults = 0;
    std::size_t falseAlerts = 0;
    std::size_t permutedDiffer = 0;
    double seconds = 0; ///< simulated
    double quietSeconds = 0; ///< without any fault
    std::optional<double> medianSeconds; ///< from effect to alert
    std::optional<double> medianSecondsFromOnset;
    TrialTime time;
    std::map<std::string, KindTotals> kinds;

    [[nodiscard]] std::optional<double> recallOfDetectable() const; ///< nullopt: none detectable
    [[nodiscard]] std::size_t missed() const { return faults - detected; }
    [[nodiscard]] std::optional<double> falseAlertsPerDay() const;
    [[nodiscard]] std::optional<double> alertsPerFault() const;
    [[nodiscard]] double wallSeconds() const;
};

[[nodiscard]] Totals totalsOf(std::span<const TrialResult> results, const MatchRules& rules);

/// {"faults","detected","cause_top1","cause_top3","missed","false_alerts_per_day","median_detection_s",
/// "alerts_per_fault",...,"kinds":[...],"trials":[...]}; null: not defined.
[[nodiscard]] std::string scoreAsJson(const Totals& totals, std::span<const TrialResult> results);

/// The same as text, one run per line.
[[nodiscard]] std::string scoreAsText(const Totals& totals, std::span<const TrialResult> results);

/// Why there is no score: every run was skipped. Empty: at least one was played.
[[nodiscard]] std::string reasonForNoScore(std::span<const TrialResult> results);

} // namespace lockstep::scoring
