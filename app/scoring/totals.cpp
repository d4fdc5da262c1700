// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/totals.h"

#include <algorithm>

namespace lockstep::scoring {

namespace {

constexpr double secondsADay = 86'400;

double secondsBetween(TimePoint from, TimePoint to)
{
    return std::chrono::duration<double>(to - from).count();
}

std::optional<double> shareOf(std::size_t part, std::size_t all)
{
    return all == 0 ? std::nullopt : std::optional(static_cast<double>(part) / static_cast<double>(all));
}

std::optional<double> medianOf(std::vector<double> values)
{
    if (values.empty())
        return {};
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Seconds without any fault that had an effect. Overlapping faults count once.
double quietSecondsOf(const TrialResult& trial, const MatchRules& rules)
{
    std::vector<std::pair<double, double>> windows;
    for (const RealFault& fault : trial.faults) {
        if (!fault.effect)
            continue;
        const double end = fault.end == TimePoint::max() ? trial.seconds : trial.secondOf(fault.end + rules.lag);
        windows.emplace_back(std::min(trial.secondOf(fault.onset), trial.seconds), std::min(end, trial.seconds));
    }
    std::ranges::sort(windows);
    double quiet = 0;
    double reached = 0;
    for (const auto& [from, to] : windows) {
        quiet += std::max(0.0, from - reached);
        reached = std::max(reached, to);
    }
    return quiet + std::max(0.0, trial.seconds - reached);
}

void addFaults(const TrialResult& trial, Totals& totals, std::vector<double>& delays, std::vector<double>& sinceOnset)
{
    for (std::size_t at = 0; at < trial.faults.size(); ++at) {
        const RealFault& fault = trial.faults[at];
        const FaultVerdict& verdict = trial.match.faults[at];
        if (!fault.effect) {
            ++totals.withoutEffect;
            continue;
        }
        KindTotals& kind = totals.kinds[fault.kind];
        ++totals.faults;
        ++kind.faults;
        totals.detected += verdict.isDetected ? 1 : 0;
        totals.detectable += fault.undetectable.empty() ? 1 : 0;
        totals.detectedOfTellable += fault.undetectable.empty() && verdict.isDetected ? 1 : 0;
        kind.detected += verdict.isDetected ? 1 : 0;
        totals.namedFirst += verdict.isNamedFirst ? 1 : 0;
        totals.namedAtLast += verdict.isNamedAtLast ? 1 : 0;
        kind.named += verdict.isNamedAtLast ? 1 : 0;
        totals.amongThree += verdict.isAmongThree ? 1 : 0;
        if (verdict.reported) {
            delays.push_back(std::max(0.0, secondsBetween(*fault.effect, *verdict.reported)));
            sinceOnset.push_back(secondsBetween(fault.onset, *verdict.reported));
        }
    }
}

void addAlerts(const TrialResult& trial, Totals& totals)
{
    for (std::size_t at = 0; at < trial.alerts.size(); ++at) {
        const bool isFalse = trial.match.alerts[at] == AlertVerdict::False;
        totals.falseAlerts += isFalse ? 1 : 0;
        totals.alertsDuringFaults += isFalse ? 0 : 1;
        KindTotals& kind = totals.kinds[trial.alerts[at].last.kind];
        ++kind.reported;
        kind.right += trial.match.isKindRight[at] ? 1 : 0;
    }
}

} // namespace

std::optional<double> KindTotals::recall() const
{
    return shareOf(named, faults);
}

std::optional<double> KindTotals::precision() const
{
    return shareOf(right, reported);
}

std::optional<double> Totals::recallOfDetectable() const
{
    return shareOf(detectedOfTellable, detectable);
}

std::optional<double> Totals::falseAlertsADay() const
{
    return quietSeconds > 0 ? std::optional(static_cast<double>(falseAlerts) * secondsADay / quietSeconds)
                            : std::nullopt;
}

std::optional<double> Totals::alertsAFault() const
{
    return shareOf(alertsDuringFaults, faults);
}

double Totals::wallSeconds() const
{
    return time.simulation + time.analyses + time.alerts + time.effects;
}

Totals totalsOf(std::span<const TrialResult> results, const MatchRules& rules)
{
    Totals totals;
    std::vector<double> delays;
    std::vector<double> sinceOnset;
    for (const TrialResult& trial : results) {
        ++totals.trials;
        if (!trial.problem.empty()) {
            ++totals.skipped;
            continue;
        }
        addFaults(trial, totals, delays, sinceOnset);
        addAlerts(trial, totals);
        totals.permutedDiffer += trial.permuted.empty() ? 0 : 1;
        totals.seconds += trial.seconds;
        totals.quietSeconds += quietSecondsOf(trial, rules);
        totals.time.simulation += trial.time.simulation;
        totals.time.analyses += trial.time.analyses;
        totals.time.alerts += trial.time.alerts;
        totals.time.effects += trial.time.effects;
    }
    totals.medianSeconds = medianOf(std::move(delays));
    totals.medianSecondsFromOnset = medianOf(std::move(sinceOnset));
    return totals;
}

} // namespace lockstep::scoring
