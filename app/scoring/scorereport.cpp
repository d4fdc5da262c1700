// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/scorereport.h"

#include "datasources/text/jsonwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Seconds without any effective fault. Overlapping faults count once.
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
        totals.detectedAmongDetectable += fault.undetectable.empty() && verdict.isDetected ? 1 : 0;
        kind.detected += verdict.isDetected ? 1 : 0;
        totals.namedFirst += verdict.isNamedFirst ? 1 : 0;
        totals.namedAtLast += verdict.isNamedAtLast ? 1 : 0;
        kind.named += verdict.isNamedAtLast ? 1 : 0;
        totals.inTopThree += verdict.isInTopThree ? 1 : 0;
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
    return shareOf(detectedAmongDetectable, detectable);
}

std::optional<double> Totals::falseAlertsPerDay() const
{
    return quietSeconds > 0 ? std::optional(static_cast<double>(falseAlerts) * secondsADay / quietSeconds)
                            : std::nullopt;
}

std::optional<double> Totals::alertsPerFault() const
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

namespace {

double orNothing(std::optional<double> value)
{
    return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

double roundedTo3(double value)
{
    return std::round(value * 1000) / 1000;
}

void writeCount(JsonWriter& json, std::string_view key, std::size_t count)
{
    json.key(key).number(count);
}

void writeKinds(JsonWriter& json, const Totals& totals)
{
    json.key("kinds").beginList();
    for (const auto& [name, kind] : totals.kinds) {
        json.beginObject().key("kind").text(name);
        writeCount(json, "faults", kind.faults);
        writeCount(json, "detected", kind.detected);
        writeCount(json, "named", kind.named);
        writeCount(json, "reported", kind.reported);
        json.key("precision").number(roundedTo3(orNothing(kind.precision())));
        json.key("recall").number(roundedTo3(orNothing(kind.recall())));
        json.endObject();
    }
    json.endList();
}

void writeFault(JsonWriter& json, const TrialResult& trial, std::size_t at)
{
    const RealFault& fault = trial.faults[at];
    const FaultVerdict& verdict = trial.match.faults[at];
    json.beginObject().key("kind").text(fault.kind);
    json.texts("entities", fault.entities);
    json.key("severity").number(roundedTo3(fault.severity));
    json.key("onset_s").number(trial.secondOf(fault.onset));
    json.key("effect_s").number(fault.effect ? trial.secondOf(*fault.effect) : orNothing({}));
    json.key("reported_s").number(verdict.reported ? trial.secondOf(*verdict.reported) : orNothing({}));
    writeCount(json, "detected", verdict.isDetected ? 1 : 0);
    writeCount(json, "cause_top1", verdict.isNamedAtLast ? 1 : 0);
    writeCount(json, "cause_top1_at_once", verdict.isNamedFirst ? 1 : 0);
    writeCount(json, "cause_top3", verdict.isInTopThree ? 1 : 0);
    if (!fault.undetectable.empty())
        json.key("cannot_be_detected").text(fault.undetectable);
    json.endObject();
}

std::string_view wordFor(AlertVerdict verdict)
{
    switch (verdict) {
    case AlertVerdict::Right:
        return "right";
    case AlertVerdict::Beside:
        return "beside";
    case AlertVerdict::False:
        break;
    }
    return "false";
}

void writeAlert(JsonWriter& json, const TrialResult& trial, std::size_t at)
{
    const RaisedAlert& alert = trial.alerts[at];
    json.beginObject().key("reported_s").number(roundedTo3(trial.secondOf(alert.reported)));
    json.key("verdict").text(wordFor(trial.match.alerts[at]));
    json.key("kind").text(alert.last.kind);
    json.texts("culprits", alert.last.culprits);
    json.key("kind_at_once").text(alert.first.kind);
    json.texts("culprits_at_once", alert.first.culprits);
    json.texts("alternatives", alert.alternatives);
    json.key("title").text(alert.title);
    json.endObject();
}

void writeTrial(JsonWriter& json, const TrialResult& trial)
{
    json.beginObject().key("drill").text(trial.trial.name);
    json.key("seed").number(trial.trial.seed);
    writeCount(json, "place", trial.trial.place);
    if (!trial.problem.empty())
        json.key("skipped").text(trial.problem);
    if (!trial.permuted.empty())
        json.key("permuted").text(trial.permuted);
    json.key("faults").beginList();
    for (std::size_t at = 0; at < trial.faults.size(); ++at)
        writeFault(json, trial, at);
    json.endList().key("alerts").beginList();
    for (std::size_t at = 0; at < trial.alerts.size(); ++at)
        writeAlert(json, trial, at);
    json.endList();
    if (!trial.events.empty())
        json.texts("events", trial.events);
    json.endObject();
}

std::string textOf(std::optional<double> value, const char* format)
{
    return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

std::string lineOf(const TrialResult& trial)
{
    std::string line = fmt::format("{} (seed {}, place {})\n", trial.trial.name, trial.trial.seed, trial.trial.place);
    if (!trial.problem.empty())
        line += fmt::format("    skipped: {}\n", trial.problem);
    if (!trial.permuted.empty())
        line += fmt::format("    differs when permuted: {}\n", trial.permuted);
    for (std::size_t at = 0; at < trial.faults.size(); ++at) {
        const RealFault& fault = trial.faults[at];
        const FaultVerdict& verdict = trial.match.faults[at];
        line += fmt::format("    {} at {} from {:.0f} s, measurable {}: {}\n", fault.kind,
                            fmt::join(fault.entities, ", "), trial.secondOf(fault.onset),
                            fault.effect ? fmt::format("from {:.0f} s", trial.secondOf(*fault.effect))
                                         : std::string("never"),
                            !fault.effect               ? "no effect"
                                : !verdict.isDetected   ? "missed"
                                : verdict.isNamedFirst  ? "correct cause"
                                : verdict.isNamedAtLast ? "correct cause later"
                                : verdict.isInTopThree  ? "correct cause among the alternatives"
                                                        : "detected, wrong cause");
        if (fault.effect && !fault.undetectable.empty())
            line += fmt::format("        cannot be detected: {}\n", fault.undetectable);
    }
    for (std::size_t at = 0; at < trial.alerts.size(); ++at) {
        const RaisedAlert& alert = trial.alerts[at];
        line += fmt::format("    {:6.1f} s {}: {} at {}: {}\n", trial.secondOf(alert.reported),
                            wordFor(trial.match.alerts[at]), alert.last.kind.empty() ? "unknown" : alert.last.kind,
                            fmt::join(alert.last.culprits, ", "), alert.title);
    }
    for (const std::string& event : trial.events)
        line += "        " + event + '\n';
    return line;
}

} // namespace

std::string scoreAsJson(const Totals& totals, std::span<const TrialResult> results)
{
    JsonWriter json;
    json.beginObject();
    writeCount(json, "faults", totals.faults);
    writeCount(json, "detected", totals.detected);
    writeCount(json, "cause_top1", totals.namedAtLast);
    writeCount(json, "cause_top1_at_once", totals.namedFirst);
    writeCount(json, "cause_top3", totals.inTopThree);
    writeCount(json, "missed", totals.missed());
    writeCount(json, "cannot_be_detected", totals.faults - totals.detectable);
    json.key("recall_of_detectable").number(roundedTo3(orNothing(totals.recallOfDetectable())));
    json.key("false_alerts_per_day").number(roundedTo3(orNothing(totals.falseAlertsPerDay())));
    json.key("median_detection_s").number(roundedTo3(orNothing(totals.medianSeconds)));
    json.key("median_since_onset_s").number(roundedTo3(orNothing(totals.medianSecondsFromOnset)));
    json.key("alerts_per_fault").number(roundedTo3(orNothing(totals.alertsPerFault())));
    writeCount(json, "false_alerts", totals.falseAlerts);
    writeCount(json, "faults_without_effect", totals.withoutEffect);
    writeCount(json, "runs", totals.trials - totals.skipped);
    writeCount(json, "runs_skipped", totals.skipped);
    writeCount(json, "runs_that_differ_permuted", totals.permutedDiffer);
    json.key("simulated_s").number(totals.seconds);
    json.key("simulated_s_without_fault").number(totals.quietSeconds);
    json.key("simulated_s_per_s").number(roundedTo3(totals.seconds / totals.wallSeconds()));
    json.key("wall_s").beginObject();
    json.key("simulation").number(roundedTo3(totals.time.simulation));
    json.key("analyses").number(roundedTo3(totals.time.analyses));
    json.key("alerts").number(roundedTo3(totals.time.alerts));
    json.key("effects").number(roundedTo3(totals.time.effects));
    json.endObject();
    writeKinds(json, totals);
    json.key("trials").beginList();
    for (const TrialResult& trial : results)
        writeTrial(json, trial);
    json.endList().endObject();
    return json.result() + '\n';
}

std::string scoreAsText(const Totals& totals, std::span<const TrialResult> results)
{
    std::string text;
    for (const TrialResult& trial : results)
        text += lineOf(trial);
    text += "\nkind                      faults  detected  correct  reported  precision  recall\n";
    for (const auto& [name, kind] : totals.kinds)
        text += fmt::format("{:24}  {:6}  {:8}  {:7}  {:8}  {:>9}  {:>6}\n", name.empty() ? "unknown" : name,
                            kind.faults, kind.detected, kind.named, kind.reported, textOf(kind.precision(), "{:.2f}"),
                            textOf(kind.recall(), "{:.2f}"));
    text += fmt::format("\n{} faults: {} detected, {} with the correct cause ({} from the first alert on), {} with it "
                        "among the first three, {} missed; {} without effect\n",
                        totals.faults, totals.detected, totals.namedAtLast, totals.namedFirst, totals.inTopThree,
                        totals.missed(), totals.withoutEffect);
    text += fmt::format("{} cannot be detected from the data; of the other {}, {} were detected (recall {})\n",
                        totals.faults - totals.detectable, totals.detectable, totals.detectedAmongDetectable,
                        textOf(totals.recallOfDetectable(), "{:.2f}"));
    text += fmt::format(
        "median time to alert: {} s after the first measurable effect, {} s after onset; {} alerts per fault\n",
        textOf(totals.medianSeconds, "{:.1f}"), textOf(totals.medianSecondsFromOnset, "{:.1f}"),
        textOf(totals.alertsPerFault(), "{:.2f}"));
    text += fmt::format("{} false alerts in {:.2f} h without a fault: {} per day\n", totals.falseAlerts,
                        totals.quietSeconds / 3600, textOf(totals.falseAlertsPerDay(), "{:.2f}"));
    text += fmt::format("{} runs, {} skipped", totals.trials - totals.skipped, totals.skipped);
    if (totals.trials > totals.skipped)
        text += fmt::format("; {:.0f} simulated seconds per second", totals.seconds / totals.wallSeconds());
    return text + "\n";
}

std::string reasonForNoScore(std::span<const TrialResult> results)
{
    if (!std::ranges::all_of(results, [](const TrialResult& each) { return !each.problem.empty(); }))
        return {};
    if (results.empty())
        return "there are no runs";
    const TrialResult& first = results.front();
    return fmt::format("all {} runs were skipped; the first: {}: {}", results.size(), first.trial.name, first.problem);
}

} // namespace lockstep::scoring
