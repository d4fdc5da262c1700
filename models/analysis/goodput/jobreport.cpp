// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/jobreport.h"

#include "models/analysis/goodput/poissonrate.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

bool isTime(Seconds time)
{
    return std::isfinite(time.count()) && time.count() > 0;
}

constexpr JobStateRow stateRows[]{
    {metrics::job::stepTime, &JobState::stepSeconds},
    {metrics::job::step, &JobState::step},
    {metrics::job::waitShare, &JobState::waitShare},
    {metrics::job::restarts, &JobState::restarts},
    {metrics::job::checkpointTime, &JobState::checkpointSeconds},
    {metrics::job::checkpointInterval, &JobState::checkpointIntervalSeconds},
    {metrics::job::restoreTime, &JobState::restoreSeconds},
    {metrics::job::restoreBandwidth, &JobState::restoreBandwidth},
    {metrics::job::exposedBandwidth, &JobState::exposedBandwidth},
    {metrics::job::stepsTotal, &JobState::stepsTotal},
    {metrics::job::tokens, &JobState::tokensPerSecond},
    {metrics::job::samples, &JobState::samplesPerSecond},
    {metrics::job::mfu, &JobState::mfu},
    {metrics::job::mfuReference, &JobState::mfuReference},
    {metrics::job::busBandwidth, &JobState::busBandwidth},
    {metrics::job::busBandwidthReference, &JobState::busBandwidthReference},
    {metrics::job::power, &JobState::watts},
    {metrics::job::coolingPower, &JobState::coolingWatts},
    {metrics::job::lengthPlanned, &JobState::plannedSeconds},
    {metrics::job::lengthProjected, &JobState::projectedSeconds},
    {metrics::job::gpus, &JobState::ranksSeen},
    {metrics::job::allocatedGpus, &JobState::allocatedGpus},
};

constexpr double daySeconds = 86400;
constexpr std::size_t enoughRestarts = 3; ///< minimum number for a failure rate
/// 419 unexpected interruptions in 54 days of 16,384 GPUs (Llama 3, arXiv 2407.21783, section 3.3.4).
constexpr double publishedGpuHoursPerFailure = 54.0 * 24 * 16384 / 419;

Figure measured(std::string name, double value, Unit unit, const std::string& why)
{
    return std::isnan(value) ? unknownFigure(std::move(name), why)
                             : Figure{std::move(name), formatQuantity(value, unit), true, {}, {}};
}

/// "38.1 %; reference 42 %, 9.3 % below".
Figure withReference(Figure figure, double value, double reference, Unit unit)
{
    if (!figure.isKnown)
        return figure;
    if (std::isnan(reference)) {
        figure.inputs.emplace_back("reference", "none yet: not set in the cluster file, and not measured for an hour");
        return figure;
    }
    const double change = value / reference - 1;
    figure.value += fmt::format("; reference {}, {} {}", formatQuantity(reference, unit), shareText(std::abs(change)),
                                change < 0 ? "below" : "above");
    figure.inputs.emplace_back("reference", formatQuantity(reference, unit));
    return figure;
}

double secondsHeld(const JobLedger& ledger, Duration tickPeriod)
{
    return static_cast<double>(ledger.heldTicks) * std::chrono::duration<double>(tickPeriod).count();
}

double medianStepTime(const JobSeries& series)
{
    std::vector<float> known;
    std::ranges::copy_if(series.stepTime, std::back_inserter(known), [](float value) { return !std::isnan(value); });
    if (known.empty())
        return JobState::unknown;
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::ranges::nth_element(known, middle);
    return static_cast<double>(*middle);
}

/// "32 of 64": ranks seen, out of the number of ranks or the allocated GPUs, whichever is larger.
Figure ranksSeen(const JobState& state)
{
    Figure figure = measured("Ranks seen", state.ranksSeen, Unit::None, "no data: no spans received");
    if (!figure.isKnown)
        return figure;
    const double expected = std::fmax(state.rankCount, state.allocatedGpus); // either may be unknown
    if (!std::isnan(expected))
        figure.value += " of " + formatNumber(std::max(expected, state.ranksSeen));
    figure.formula = "ranks with recent spans, out of all ranks: the larger of (highest rank + 1) and the number of "
                     "allocated GPUs";
    const auto input = [](double value) {
        return std::isnan(value) ? std::string("no data") : formatNumber(value);
    };
    figure.inputs = {{"highest rank + 1", input(state.rankCount)}, {"GPUs allocated", input(state.allocatedGpus)}};
    return figure;
}

FigureGroup nowFigures(const JobLedger& ledger, const JobState& state)
{
    FigureGroup group{"Progress", {}};
    group.figures.push_back(
        measured("Step time", state.stepSeconds, Unit::Seconds, "no data: the job reports no steps"));
    group.figures.push_back(measured("Step reached", state.step, Unit::None, "no data: the job reports no steps"));
    group.figures.push_back({"GPUs", formatNumber(ledger.gpus), true, {}, {}});
    group.figures.push_back(ranksSeen(state));
    group.figures.push_back(measured("Time spent waiting, last step", state.waitShare, Unit::Ratio, "no data"));
    group.figures.push_back(measured("Restarts since first seen", state.restarts, Unit::None, "no data"));
    group.figures.push_back(measured("Exposed bandwidth per rank", state.exposedBandwidth, Unit::BytesPerSecond,
                                     "no data: its collectives do not report bytes"));
    if (!std::isnan(state.samplesPerSecond))
        group.figures.push_back(measured("Samples", state.samplesPerSecond, Unit::PerSecond, {}));
    group.figures.push_back(measured("Tokens", state.tokensPerSecond, Unit::PerSecond,
                                     "no data: the job does not report \"tokens_per_step\""));
    Figure mfu = measured("Model FLOPs utilisation", state.mfu, Unit::Ratio,
                          "no data: the job does not report \"flops_per_step\" and \"peak_flops\"");
    if (mfu.isKnown)
        mfu.formula = "reported operations per step / (step time × number of GPUs × reported peak rate of one GPU)";
    group.figures.push_back(withReference(std::move(mfu), state.mfu, state.mfuReference, Unit::Ratio));
    group.figures.push_back(withReference(measured("Bus bandwidth", state.busBandwidth, Unit::BytesPerSecond,
                                                   "no data: no large collectives between its nodes"),
                                          state.busBandwidth, state.busBandwidthReference, Unit::BytesPerSecond));
    group.figures.push_back(measured("Power of the job's GPUs", state.watts, Unit::Watt,
                                     "no data: its ranks name no GPU, or no GPU power is measured"));
    group.figures.push_back(measured("Cooling of the job's GPUs", state.coolingWatts, Unit::Watt,
                                     "no data: no cooling unit reports its own power"));
    return group;
}

/// Cost of waits per hour at the rate of the visible range.
Figure waitsAnHour(const JobLedger& ledger, const JobState& state, const Rates& rates)
{
    const double share = ledger.time.reserved > 0 ? ledger.time.wait / ledger.time.reserved : 0;
    const double gpuSeconds = share * ledger.gpus * hourSeconds;
    Figure figure{
        "Wait loss per hour",
        gpuHoursText(gpuSeconds) + costSuffix(gpuSeconds, rates),
        true,
        "GPU hours: (waiting time / reserved time) × number of GPUs × 1 h; energy: (waiting time / reserved time) × "
        "power of the job's GPUs × 1 h",
        {{"waiting time / reserved time", shareText(share)}, {"GPUs", formatNumber(ledger.gpus)}, rateInput(rates)}};
    if (std::isnan(state.watts)) {
        figure.inputs.emplace_back("GPU power", "no data");
        return figure;
    }
    const double kilowattHours = state.watts * share / 1000;
    figure.value += fmt::format(", {}\u2009kWh", formatNumber(kilowattHours));
    if (rates.kilowattHour)
        figure.value += fmt::format(" ({:.2f}\u2009{})", kilowattHours * *rates.kilowattHour, rates.currency);
    figure.inputs.emplace_back("GPU power", formatQuantity(state.watts, Unit::Watt));
    return figure;
}

FigureGroup timeFigures(const JobLedger& ledger, Duration tickPeriod, const JobState& state, const Rates& rates)
{
    const Goodput goodput = goodputOf(ledger.time);
    FigureGroup group{"GPU time by activity", {}};
    const std::pair<std::string, std::string> reserved{"reserved", gpuSecondsText(ledger.time.reserved)};
    Figure whole{"Reserved",
                 gpuHoursText(ledger.time.reserved) + costSuffix(ledger.time.reserved, rates),
                 true,
                 "number of GPUs × wall time, summed tick by tick",
                 {{"GPUs", formatNumber(ledger.gpus)},
                  {"wall time", secondsText(secondsHeld(ledger, tickPeriod))},
                  rateInput(rates)}};
    group.figures.push_back(std::move(whole));
    for (const GoodputPart& part : partsInOrder(goodput)) {
        const bool isGoodput = part.name == goodput.parts.front().name;
        std::string name(part.name);
        name.front() = static_cast<char>(name.front() - 'a' + 'A');
        Figure figure{isGoodput ? "Productive (goodput)" : name,
                      fmt::format("{} · {}{}", shareText(std::max(0.0, part.share)),
                                  gpuHoursText(std::max(0.0, part.gpuSeconds)), costSuffix(part.gpuSeconds, rates)),
                      true,
                      fmt::format("GPU time ({}) / reserved time", part.name),
                      {{std::string(part.name), gpuSecondsText(std::max(0.0, part.gpuSeconds))}, reserved}};
        if (part.name == "lost work") {
            figure.formula = "(work since the last checkpoint, if the job restarted at a lower step) / reserved time";
            for (const Rollback& rollback : ledger.rollbacks)
                figure.inputs.emplace_back(
                    fmt::format("restart at step {:.0f} after step {:.0f}", rollback.toStep, rollback.fromStep),
                    gpuSecondsText(rollback.gpuSeconds));
        } else if (part.name == "unknown") {
            figure.formula = "(reserved time − time covered by spans) / reserved time; never counted as productive";
        }
        group.figures.push_back(std::move(figure));
    }
    group.figures.push_back(waitsAnHour(ledger, state, rates));
    return group;
}

/// GPU-seconds lost per day at an interval, by checkpoints and failures.
double lostPerDay(double gpus, Seconds interval, Seconds cost, Seconds restart, Seconds failures)
{
    return gpus * daySeconds * (1 - 1 / expectedSlowdown(interval, cost, restart, failures));
}

/// Cost of the current interval compared with the best one.
Figure policyFigure(const JobLedger& ledger, const JobState& state, Seconds best, Seconds restart, Seconds failures,
                    const Rates& rates)
{
    const Seconds cost(state.checkpointSeconds);
    const double now = lostPerDay(ledger.gpus, Seconds(state.checkpointIntervalSeconds), cost, restart, failures);
    const double then = lostPerDay(ledger.gpus, best, cost, restart, failures);
    const std::string name = "Loss per day compared with Daly's interval";
    if (std::isnan(now - then))
        return unknownFigure(name, "unknown until two checkpoints have been observed");
    return {name,
            gpuHoursText(std::max(0.0, now - then)) + costSuffix(std::max(0.0, now - then), rates),
            true,
            "number of GPUs × 24 h × ((1 / slowdown at Daly's interval) − (1 / slowdown at the present interval)). "
            "Slowdown at interval T: (M / T) × e^(R / M) × (e^((T + C) / M) − 1)",
            {{"loss per day at the present interval", gpuHoursText(now)},
             {"loss per day at Daly's interval", gpuHoursText(then)},
             {"R, restart time", restart.count() > 0 ? secondsText(restart.count()) : "none observed, assumed 0"},
             rateInput(rates)}};
}

/// The failure rate measured in the period, if there are enough restarts; otherwise the user's setting; otherwise the
/// published rate of a large cluster.
FailureRate failureRateOf(const JobLedger& ledger, Duration tickPeriod, const Rates& rates)
{
    const char* const name = "Mean time between failures (MTBF)";
    const double held = secondsHeld(ledger, tickPeriod);
    const auto failures = static_cast<double>(ledger.rollbacks.size());
    const PoissonRate rate = PoissonRate::of(ledger.rollbacks.size(), held / hourSeconds);
    if (ledger.rollbacks.size() >= enoughRestarts) {
        const double seconds = held / failures;
        return {
            seconds,
            {name,
             secondsText(seconds) + ", measured",
             true,
             "visible range / number of restarts",
             {{"visible range", secondsText(held)},
              {"restarts", formatNumber(failures)},
              {"95 % interval (Garwood)",
               fmt::format("{} to {}", secondsText(hourSeconds / rate.high), secondsText(hourSeconds / rate.low))}}}};
    }
    const double gpuHours = rates.gpuHoursPerFailure.value_or(publishedGpuHoursPerFailure);
    const double seconds = jointFailureTime(Seconds(gpuHours * hourSeconds), ledger.gpus).count();
    if (std::isnan(seconds))
        return {seconds, unknownFigure(name, "no data: the number of GPUs is unknown")};
    const std::string seen = failures > 0
        ? fmt::format("{} in the visible range, too few to measure", formatNumber(failures))
        : std::string("none in the visible range");
    return {seconds,
            {name,
             secondsText(seconds) + (rates.gpuHoursPerFailure ? ", as set" : ", assumed"),
             true,
             "GPU hours between failures / number of GPUs",
             {{"GPU hours between failures",
               formatNumber(gpuHours)
                   + (rates.gpuHoursPerFailure ? ", as set below" : ", as published for 16 384 GPUs (Llama 3)")},
              {"GPUs", formatNumber(ledger.gpus)},
              {"restarts", seen},
              {"lower limit from these restarts, at 95 % confidence", secondsText(hourSeconds / rate.high)}}}};
}

FigureGroup checkpointFigures(const JobLedger& ledger, Duration tickPeriod, const JobState& state, const Rates& rates)
{
    FigureGroup group{"Checkpoints", {}};
    const std::string none = "no data: no checkpoint observed";
    const FailureRate rate = failureRateOf(ledger, tickPeriod, rates);
    const Seconds cost(state.checkpointSeconds);
    const Seconds failures(rate.secondsBetween);
    const auto restarts = static_cast<double>(ledger.rollbacks.size());
    const Seconds restart(restarts > 0 && ledger.gpus > 0 ? ledger.time.restart / ledger.gpus / restarts : 0);
    const Seconds young = youngInterval(cost, failures);
    const Seconds daly = dalyInterval(cost, failures);
    const std::vector<std::pair<std::string, std::string>> inputs{
        {"C, checkpoint time", secondsText(cost.count())},
        {"M, mean time between failures", secondsText(failures.count())}};
    group.figures.push_back(measured("Time per checkpoint", cost.count(), Unit::Seconds, none));
    group.figures.push_back(measured("Present interval", state.checkpointIntervalSeconds, Unit::Seconds,
                                     std::isnan(cost.count()) ? none : "no data: only one checkpoint observed"));
    const std::string noRestore = "no data: the job reports no \"restart\" with the operation \"restore\"";
    group.figures.push_back(
        measured("Last checkpoint read after a restart", state.restoreSeconds, Unit::Seconds, noRestore));
    group.figures.push_back(
        measured("Read bandwidth", state.restoreBandwidth, Unit::BytesPerSecond,
                 std::isnan(state.restoreSeconds) ? noRestore : "no data: its restores do not report bytes"));
    group.figures.push_back(rate.figure);
    const auto optimum = [&](const char* name, Seconds interval, const char* formula) {
        if (std::isnan(interval.count()))
            group.figures.push_back(unknownFigure(name, none));
        else
            group.figures.push_back({name, secondsText(interval.count()), true, formula, inputs});
    };
    optimum("Young's interval", young, "√(2 × C × M)");
    optimum("Daly's interval", daly, "√(2 × C × M) × (1 + √(C / (2 × M)) / 3 + C / (18 × M)) − C, for C < 2 × M");
    if (std::isnan(cost.count()))
        group.figures.push_back(unknownFigure("Loss per day compared with Daly's interval", none));
    else
        group.figures.push_back(policyFigure(ledger, state, daly, restart, failures, rates));
    Figure exposure{"Exposure: loss if a failure occurs now",
                    gpuHoursText(ledger.sinceCheckpoint) + costSuffix(ledger.sinceCheckpoint, rates),
                    true,
                    "productive GPU time since the last checkpoint",
                    {{"since the last checkpoint", gpuSecondsText(ledger.sinceCheckpoint)}, rateInput(rates)}};
    if (!ledger.hasCheckpoint)
        exposure.value = "at least " + exposure.value + ": no checkpoint in the visible range";
    group.figures.push_back(std::move(exposure));
    return group;
}

/// Steps in the period; 0: none, or unknown.
double stepsTaken(const JobSeries& series, const JobState& state)
{
    const auto isKnown = [](float value) {
        return !std::isnan(value);
    };
    const auto first = std::ranges::find_if(series.step, isKnown);
    return first == series.step.end() || std::isnan(state.step) ? 0 : state.step - static_cast<double>(*first);
}

/// "12 days instead of 10 days", and the cost of a run of that length.
void addLength(const JobLedger& ledger, const JobState& state, double pace, const Rates& rates, FigureGroup& group)
{
    const bool isPlanned = !std::isnan(state.plannedSeconds) && !std::isnan(state.projectedSeconds);
    const double length = isPlanned ? state.projectedSeconds : state.stepsTotal * pace;
    const double late = state.projectedSeconds - state.plannedSeconds;
    if (isPlanned)
        group.figures.push_back(
            {"Length of the run",
             fmt::format("{}, planned {}: {} {}", secondsText(length), secondsText(state.plannedSeconds),
                         secondsText(std::abs(late)), late < 0 ? "earlier" : "later"),
             true,
             "time since the start of the run + (remaining steps × time per step in the last hour); without a start "
             "date, the planned time of the completed steps replaces the first term",
             {{"planned", secondsText(state.plannedSeconds)}}});
    else
        group.figures.push_back({"Length of the run",
                                 secondsText(length),
                                 true,
                                 "planned steps × (visible range / steps completed in that range)",
                                 {{"planned steps", formatNumber(state.stepsTotal)},
                                  {"planned", "not set: see [[run]] in the cluster file"}}});
    const double gpuSeconds = length * ledger.gpus;
    group.figures.push_back(
        {"Cost of the run",
         gpuHoursText(gpuSeconds) + costSuffix(gpuSeconds, rates),
         true,
         "length of the run × number of GPUs",
         {{"length of the run", secondsText(length)}, {"GPUs", formatNumber(ledger.gpus)}, rateInput(rates)}});
    if (isPlanned && late > 0)
        group.figures.push_back({"Cost of the delay",
                                 gpuHoursText(late * ledger.gpus) + costSuffix(late * ledger.gpus, rates),
                                 true,
                                 "(length of the run − planned length) × number of GPUs",
                                 {{"GPUs", formatNumber(ledger.gpus)}, rateInput(rates)}});
}

FigureGroup endFigures(const JobSeries& series, const JobLedger& ledger, const JobState& state, const Rates& rates)
{
    FigureGroup group{"Expected end", {}};
    const auto reportBoth = [&](const std::string& why) {
        group.figures = {unknownFigure("Projected end", why), unknownFigure("Slip", why)};
        return group;
    };
    if (std::isnan(state.stepsTotal))
        return reportBoth("no data: the job does not report \"steps_total\"");
    const double left = state.stepsTotal - state.step;
    if (std::isnan(left))
        return reportBoth("no data: the job reports no steps");
    if (left <= 0)
        return reportBoth("all steps completed");
    const double taken = stepsTaken(series, state);
    const double held = secondsHeld(ledger, series.tickPeriod);
    const double usual = medianStepTime(series);
    if (taken <= 0 || std::isnan(usual))
        return reportBoth("unknown: no step completed in the visible range");
    const double secondsAStep = held / taken;
    const double toGo = left * secondsAStep;
    const auto end = std::chrono::floor<std::chrono::minutes>(state.moment + durationOfSeconds(std::min(toGo, 1e9)));
    const auto day = std::chrono::floor<std::chrono::days>(end);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(end - day);
    group.figures.push_back(
        {"Projected end",
         fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC, in {}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), secondsText(toGo)),
         true,
         "present time + (remaining steps × (visible range / steps completed in that range)); lost time is included",
         {{"remaining steps", formatNumber(left)},
          {"visible range", secondsText(held)},
          {"steps completed", formatNumber(taken)}}});
    group.figures.push_back({"Slip",
                             fmt::format("{} later than at its median step time",
                                         secondsText(std::max(0.0, left * (secondsAStep - usual)))),
                             true,
                             "remaining steps × ((visible range / steps completed in that range) − median step time)",
                             {{"remaining steps", formatNumber(left)},
                              {"time per step in the visible range", secondsText(secondsAStep)},
                              {"median step time", secondsText(usual)}}});
    addLength(ledger, state, secondsAStep, rates, group);
    return group;
}

} // namespace

Seconds youngInterval(Seconds cost, Seconds failures)
{
    if (!isTime(cost) || !isTime(failures))
        return Seconds(unknown);
    return Seconds(std::sqrt(2 * cost.count() * failures.count()));
}

Seconds dalyInterval(Seconds cost, Seconds failures)
{
    if (!isTime(cost) || !isTime(failures))
        return Seconds(unknown);
    if (cost >= 2 * failures)
        return failures;
    const double ratio = cost / (2 * failures);
    return youngInterval(cost, failures) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - cost;
}

double expectedSlowdown(Seconds interval, Seconds cost, Seconds restart, Seconds failures)
{
    if (!isTime(interval) || !isTime(failures) || !(cost.count() >= 0) || !(restart.count() >= 0))
        return unknown;
    return failures / interval * std::exp(restart / failures) * std::expm1((interval + cost) / failures);
}

Seconds jointFailureTime(Seconds ofOnePart, double parts)
{
    if (!isTime(ofOnePart) || !(parts > 0))
        return Seconds(unknown);
    return ofOnePart / parts;
}

std::span<const JobStateRow> jobStateRows()
{
    return stateRows;
}

double secondsToEnd(const JobSeries& series, const JobLedger& ledger, const JobState& state)
{
    const double taken = stepsTaken(series, state);
    const double left = state.stepsTotal - state.step;
    if (std::isnan(left) || taken <= 0)
        return JobState::unknown;
    return std::max(0.0, left) * secondsHeld(ledger, series.tickPeriod) / taken;
}

std::vector<FigureGroup> jobReport(const JobSeries& series, const JobLedger& ledger, const JobState& state,
                                   const Rates& rates)
{
    return {nowFigures(ledger, state), timeFigures(ledger, series.tickPeriod, state, rates),
            checkpointFigures(ledger, series.tickPeriod, state, rates), endFigures(series, ledger, state, rates)};
}

} // namespace lockstep
