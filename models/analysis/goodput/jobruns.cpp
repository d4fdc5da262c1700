// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/jobruns.h"

#include "models/core/median.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

constexpr std::size_t fewestTicks = 8; ///< with a step, of a run
constexpr std::size_t keptLosses = 512; ///< of a run
constexpr std::size_t namedNodes = 3;

double valueOf(const std::vector<float>& values, std::size_t at)
{
    return at < values.size() ? static_cast<double>(values[at]) : JobRun::unknown;
}

std::vector<double> knownIn(const std::vector<float>& values, std::size_t from, std::size_t to)
{
    std::vector<double> known;
    for (std::size_t at = from; at < to; ++at) {
        if (!std::isnan(valueOf(values, at)))
            known.push_back(valueOf(values, at));
    }
    return known;
}

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? JobRun::unknown : sum / static_cast<double>(values.size());
}

JobRun summaryOf(const std::string& job, const JobSeries& series, std::size_t from, std::size_t to)
{
    JobRun run;
    run.job = job;
    run.ticks = {series.ticks[from], series.ticks[to - 1] + 1};
    run.range = {timeOfTick(run.ticks.from, series.tickPeriod), timeOfTick(run.ticks.to, series.tickPeriod)};
    std::vector<double> steps = knownIn(series.stepTime, from, to);
    if (!steps.empty())
        run.stepSeconds = upperMedian(steps);
    if (const std::vector<double> gpus = knownIn(series.gpus, from, to); !gpus.empty())
        run.gpus = gpus.back();
    run.mfu = meanOf(knownIn(series.mfu, from, to));
    run.waitShare = meanOf(knownIn(series.wait, from, to));
    const std::size_t stride = std::max<std::size_t>(1, (to - from) / keptLosses);
    for (std::size_t at = from; at < to; at += stride) {
        const double step = valueOf(series.step, at);
        const double loss = valueOf(series.loss, at);
        if (!std::isnan(step) && !std::isnan(loss))
            run.lossByStep[step] = loss;
    }
    return run;
}

/// Interpolates between adjacent steps; NaN outside.
double lossAt(const JobRun& run, double step)
{
    const auto above = run.lossByStep.lower_bound(step);
    if (above == run.lossByStep.end() || (above == run.lossByStep.begin() && above->first != step))
        return JobRun::unknown;
    if (above->first == step)
        return above->second;
    const auto below = std::prev(above);
    const double share = (step - below->first) / (above->first - below->first);
    return below->second + share * (above->second - below->second);
}

/// "2.6 s; earlier 2.0 s, 30 % more", compared with the median of the earlier runs.
void compare(std::string name, Unit unit, std::span<const JobRun> runs, double (*valueIn)(const JobRun&),
             FigureGroup& group)
{
    const double now = valueIn(runs.back());
    if (std::isnan(now))
        return;
    Figure figure{std::move(name), formatQuantity(now, unit), true, "this run; median of the earlier runs", {}};
    std::vector<double> earlier;
    for (const JobRun& run : runs.first(runs.size() - 1)) {
        const double value = valueIn(run);
        figure.inputs.emplace_back(formatUtc(run.range.from), formatQuantity(value, unit));
        if (!std::isnan(value))
            earlier.push_back(value);
    }
    if (!earlier.empty()) {
        const double usual = upperMedian(earlier);
        figure.value += fmt::format("; earlier {}", formatQuantity(usual, unit));
        if (usual > 0)
            figure.value += fmt::format(", {} {}", shareText(std::abs(now / usual - 1)), now < usual ? "less" : "more");
    }
    group.figures.push_back(std::move(figure));
}

/// Loss at the last step that this run and the one before both have.
void compareLoss(std::span<const JobRun> runs, FigureGroup& group)
{
    const JobRun& now = runs.back();
    const JobRun& before = runs[runs.size() - 2];
    if (now.lossByStep.empty() || before.lossByStep.empty())
        return;
    const double step = std::min(now.lossByStep.rbegin()->first, before.lossByStep.rbegin()->first);
    const double ours = lossAt(now, step);
    const double theirs = lossAt(before, step);
    if (std::isnan(ours - theirs))
        return;
    group.figures.push_back({fmt::format("Loss at step {:.0f}", step),
                             fmt::format("{}; previous run {}", formatNumber(ours), formatNumber(theirs)),
                             true,
                             "training loss at the last step that both runs have",
                             {}});
}

std::string abbreviatedList(const std::set<std::string>& names)
{
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (count++ == namedNodes)
            break;
        text += (text.empty() ? "" : ", ") + name;
    }
    return names.size() > namedNodes ? fmt::format("{} and {} more", text, names.size() - namedNodes) : text;
}

std::set<std::string> missingIn(const std::set<std::string>& all, const std::set<std::string>& other)
{
    std::set<std::string> missing;
    std::ranges::set_difference(all, other, std::inserter(missing, missing.end()));
    return missing;
}

void listChanges(const JobRun& before, const JobRun& now, FigureGroup& group)
{
    const std::size_t first = group.figures.size();
    const auto add = [&](std::string name, std::string value) {
        group.figures.push_back(
            {std::move(name), std::move(value), true, "this run compared with the previous run", {}});
    };
    if (!std::isnan(before.gpus - now.gpus) && before.gpus != now.gpus)
        add("Changed: GPUs", fmt::format("{} instead of {}", formatNumber(now.gpus), formatNumber(before.gpus)));
    const bool areKnown = !before.nodes.empty() && !now.nodes.empty();
    if (const auto added = missingIn(now.nodes, before.nodes); areKnown && !added.empty())
        add("Changed: nodes added", abbreviatedList(added));
    if (const auto left = missingIn(before.nodes, now.nodes); areKnown && !left.empty())
        add("Changed: nodes removed", abbreviatedList(left));
    if (areKnown && before.racks != now.racks)
        add("Changed: racks", fmt::format("{} instead of {}", now.racks.size(), before.racks.size()));
    for (const auto& [name, values] : now.properties) {
        const auto old = before.properties.find(name);
        if (old != before.properties.end() && old->second != values)
            add("Changed: " + name,
                fmt::format("{} instead of {}", abbreviatedList(values), abbreviatedList(old->second)));
    }
    if (group.figures.size() == first && areKnown)
        add("Changed", "no known change");
}

} // namespace

std::string_view jobBaseName(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    const bool hasNumber = last != std::string_view::npos && last > 0 && last + 1 < name.size();
    return hasNumber && (name[last] == '-' || name[last] == '_' || name[last] == '.') ? name.substr(0, last) : name;
}

std::vector<JobRun> runsIn(const std::string& job, const JobSeries& series)
{
    const TickIndex timeout
        = std::max<TickIndex>(1, JobLedger::longestSilence / std::max(series.tickPeriod, Duration(1)));
    std::vector<JobRun> runs;
    std::optional<std::size_t> begin;
    std::size_t last = 0;
    std::size_t seen = 0;
    double firstStep = 0;
    double lastStep = 0;
    const auto close = [&] {
        if (begin && seen >= fewestTicks)
            runs.push_back(summaryOf(job, series, *begin, last + 1));
        begin.reset();
    };
    for (std::size_t at = 0; at < series.step.size(); ++at) {
        const double step = valueOf(series.step, at);
        if (std::isnan(step))
            continue;
        if (begin && (series.ticks[at] - series.ticks[last] > timeout || (step < lastStep && step <= firstStep)))
            close();
        if (!begin) {
            begin = at;
            seen = 0;
            firstStep = step;
        }
        ++seen;
        last = at;
        lastStep = step;
    }
    close();
    return runs;
}

FigureGroup earlierRuns(std::span<const JobRun> runs)
{
    FigureGroup group{"This run against earlier runs", {}};
    if (runs.size() < 2) {
        group.figures.push_back(unknownFigure("Earlier runs", "none in this period"));
        return group;
    }
    group.figures.push_back({"Earlier runs", formatNumber(static_cast<double>(runs.size() - 1)), true, {}, {}});
    for (const JobRun& run : runs.first(runs.size() - 1))
        group.figures.back().inputs.emplace_back(formatUtc(run.range.from), run.job);
    compare(
        "Step time", Unit::Seconds, runs, [](const JobRun& run) { return run.stepSeconds; }, group);
    compare(
        "Model FLOPs utilisation", Unit::Ratio, runs, [](const JobRun& run) { return run.mfu; }, group);
    compare(
        "Wait loss", Unit::Ratio, runs, [](const JobRun& run) { return run.waitShare; }, group);
    compareLoss(runs, group);
    listChanges(runs[runs.size() - 2], runs.back(), group);
    return group;
}

} // namespace lockstep
