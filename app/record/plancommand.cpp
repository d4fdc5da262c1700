// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/capacityplan.h"
#include "models/analysis/drain/failurerates.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/textparts.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Failures that were counted in one recording.
struct Counted
{
    std::string path;
    TimeRange range;
    std::set<std::string> nodes;
};

FailureRecord failuresOf(const RecordedCauses& causes)
{
    const std::span<const TickIndex> ticks = causes.ticks();
    const DependencyGraph graph(*causes.topology(), causes.jobs());
    const std::vector<EntityRef> jobs = trainingJobsIn(causes, ticks);
    const FailureSource source{
        .graph = graph,
        .tickPeriod = causes.tickPeriod(),
        .ticks = ticks,
        .columnOf = [&](std::string_view metric, TickIndex tick) { return causes.column(metric, tick); },
        .jobs = jobs,
        .seriesOf = [&](std::span<const EntityRef> some) { return seriesIn(causes, some, ticks); },
        .stateOf = [&](EntityRef job, TickRange until) { return stateIn(causes, job, until); },
    };
    return failuresIn(source, causes.alerts());
}

std::set<std::string> nodeNames(const Topology& topology)
{
    std::set<std::string> names;
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node); ++node)
        names.insert(topology.name({EntityKind::Node, node}));
    return names;
}

/// The recording that has already counted some of these hours, or null.
const Counted* overlapWith(const std::vector<Counted>& counted, const Counted& next)
{
    const auto found = std::ranges::find_if(counted, [&next](const Counted& each) {
        return each.range.from < next.range.to && next.range.from < each.range.to
            && std::ranges::any_of(each.nodes, [&](const std::string& node) { return next.nodes.contains(node); });
    });
    return found == counted.end() ? nullptr : &*found;
}

std::string rateText(const PoissonRate& rate)
{
    if (!rate.isWatched())
        return "unknown: no data";
    const std::string hours = formatNumber(rate.hours);
    if (rate.events == 0)
        return fmt::format("no failures in {} h: at most 3/{} h, which is one per {} h (95 % confidence)", hours, hours,
                           formatNumber(1 / rate.high));
    return fmt::format("{} in {} h: one per {} h (95 % interval {} h to {} h)", rate.events, hours,
                       formatNumber(1 / rate.perHour), formatNumber(1 / rate.high), formatNumber(1 / rate.low));
}

std::string partText(PartKind kind, const PartFailures& part)
{
    std::string text = fmt::format("  {}: {}\n", toText(kind), rateText(PoissonRate::of(part.all(), part.hours)));
    std::string causes;
    for (const auto& [cause, count] : part.causes)
        causes += fmt::format("{}{} {}", causes.empty() ? "" : ", ", count, cause);
    if (!causes.empty())
        text += fmt::format(
            "    {}; of these, {} can stop a job, {} can slow a job down; {} were on nodes with a running job\n",
            visibleLine(causes), part.stops, part.slows, part.underJobs);
    if (!part.blind.empty())
        text += fmt::format("    no detector had data for: {}\n", fmt::join(part.blind, ", "));
    return text;
}

/// @param option option that sets the input
std::string inputText(const PlanInput& input, double unitSeconds, const char* option)
{
    return visibleLine(std::isnan(input.value)
                           ? fmt::format("{}; use {}", input.source, option)
                           : fmt::format("{} ({})", secondsText(input.value * unitSeconds), input.source));
}

/// @param show formats the value
/// @param otherwise text if nothing is known
template <class Show>
std::string rangeText(const PlanRange& range, const Show& show, const char* bound, const std::string& otherwise)
{
    if (!std::isnan(range.value)) {
        const auto [low, high] = std::minmax(range.atHighRate, range.atLowRate);
        return fmt::format("{} (95 % interval {} to {})", show(range.value), show(low), show(high));
    }
    return std::isnan(range.atHighRate) ? visibleLine(otherwise)
                                        : fmt::format("at {} {} (95 % confidence)", bound, show(range.atHighRate));
}

/// @param noRate why there is no failure rate
std::string sparesText(const FailureRecord& record, const CapacityPlan& plan, const std::string& noRate)
{
    const std::string most = plan.mostSpares ? fmt::format("at most {} (95 % confidence)", *plan.mostSpares)
        : std::isnan(plan.repair.value)      ? plan.repair.source
                                             : noRate;
    std::string text
        = fmt::format("  Spare nodes with which the job waits for a repair less than 5 % of the time: {}{}\n",
                      plan.spares ? fmt::format("{}; ", *plan.spares) : "", most);
    text += fmt::format("    time to repair: {}; {} in {} node hours{}\n",
                        inputText(plan.repair, hourSeconds, "--repair-hours"), counted(plan.outages.events, "outage"),
                        formatNumber(plan.outages.hours),
                        record.drains.begun > 0 ? " (from the scheduler, including planned outages)" : "");
    if (plan.mostDrained)
        text += fmt::format("    nodes drained at the same time: at most {} of {} (95th percentile over time). If it "
                            "exceeds the number of spare nodes for a job on all nodes, nodes fail in groups.\n",
                            *plan.mostDrained, record.drains.nodes);
    return text;
}

std::string failingText(const CapacityPlan& plan)
{
    std::string text = fmt::format("  Output lost if 1 % of the GPUs fail: {}\n",
                                   std::isnan(plan.hitShare.value)
                                       ? "unknown: the recording contains neither jobs nor GPUs"
                                       : fmt::format("{} if each of these GPUs stops its job ({})",
                                                     shareText(plan.hitShare.value), plan.hitShare.source));
    text += fmt::format("    if each of them only slows its job down: {}\n",
                        std::isnan(plan.slowedShare.value)
                            ? "unknown: " + plan.slowedShare.source
                            : fmt::format("{}, because such jobs lost {} of their output ({})",
                                          shareText(plan.hitShare.value * plan.slowedShare.value),
                                          shareText(plan.slowedShare.value), plan.slowedShare.source));
    return text;
}

std::string jobText(const FailureRecord& record, const CapacityPlan& plan)
{
    const auto hours = [](double value) {
        return secondsText(value * hourSeconds);
    };
    const PoissonRate& rate = plan.rate();
    const bool hasSize = !std::isnan(plan.nodes.value);
    std::string text
        = fmt::format("\nJob on {} ({})\n",
                      !hasSize ? "an unknown number of nodes"
                               : formatNumber(plan.nodes.value) + (plan.nodes.value == 1 ? " node" : " nodes"),
                      visibleLine(plan.nodes.source + (hasSize ? "" : "; use --nodes")));
    const std::string noRate = hasSize ? "unknown: no failure rate" : plan.nodes.source;
    text += fmt::format("  Mean time between failures (MTBF): {}\n",
                        rangeText(plan.hoursBetween, hours, "least", noRate));
    if (rate.isWatched())
        text += fmt::format("    from {} in {} node hours: the higher of the two interruption rates, because each of "
                            "them misses some failures\n",
                            counted(rate.events, plan.usesRestarts ? "job restart" : "component failure"),
                            formatNumber(rate.hours));
    const std::string noInterval = std::isnan(plan.checkpoint.value) ? plan.checkpoint.source : noRate;
    text += fmt::format("  Optimal checkpoint interval (Daly): {}\n",
                        rangeText(plan.intervalSeconds, secondsText, "least", noInterval));
    text += fmt::format("    time per checkpoint: {}\n", inputText(plan.checkpoint, 1, "--checkpoint-seconds"));
    text += fmt::format("  Time lost to checkpoints and failures: {}\n",
                        rangeText(plan.lostShare, shareText, "most", noInterval));
    text += fmt::format("    time per restart: {}\n", inputText(plan.restart, 1, "--restart-seconds"));
    return text + sparesText(record, plan, noRate) + failingText(plan);
}

std::string textOf(const std::vector<Counted>& counted, const FailureRecord& record, const CapacityPlan& plan)
{
    std::string text;
    for (const Counted& each : counted)
        text += fmt::format("{}: {} to {}, {}\n", visibleLine(each.path), formatUtc(each.range.from),
                            formatUtc(each.range.to), lockstep::counted(each.nodes.size(), "node"));
    text += "\nFailures by component, per component hour\n";
    for (std::size_t at = 0; at < partKindCount; ++at)
        text += partText(static_cast<PartKind>(at), record.parts[at]);
    text += fmt::format("  Not counted: {} already present in the first minute, {} of other components\n",
                        record.earlier, record.unplaced);
    text += "\nInterruptions, per node hour\n";
    text += fmt::format("  Job restarts: {}\n", rateText(plan.restarts));
    text += fmt::format("  Component failures that stop a job: {}\n", rateText(plan.stops));
    return text + jobText(record, plan);
}

void writeRate(JsonWriter& json, const PoissonRate& rate)
{
    json.key("events").number(rate.events).key("hours").number(rate.hours);
    json.key("per_hour").number(rate.perHour).key("low").number(rate.low).key("high").number(rate.high);
}

void writeInput(JsonWriter& json, const std::string& name, const std::string& unit, const PlanInput& input)
{
    json.key(name + unit).number(input.value).key(name + "_from").text(input.source);
}

void writeRange(JsonWriter& json, const std::string& name, const PlanRange& range)
{
    json.key(name).number(range.value).key(name + "_at_high_rate").number(range.atHighRate);
    json.key(name + "_at_low_rate").number(range.atLowRate);
}

template <class Count>
void writeCount(JsonWriter& json, const char* name, const std::optional<Count>& count)
{
    json.key(name);
    if (count)
        json.number(*count);
    else
        json.nothing();
}

std::string jsonOf(const std::vector<Counted>& counted, const FailureRecord& record, const CapacityPlan& plan)
{
    JsonWriter json;
    json.beginObject().key("recordings").beginList();
    for (const Counted& each : counted)
        json.beginObject()
            .field("path", each.path)
            .field("start", formatUtc(each.range.from))
            .field("end", formatUtc(each.range.to))
            .endObject();
    json.endList().key("parts").beginList();
    for (std::size_t at = 0; at < partKindCount; ++at) {
        const PartFailures& part = record.parts[at];
        json.beginObject().field("part", toText(static_cast<PartKind>(at)));
        writeRate(json, PoissonRate::of(part.all(), part.hours));
        json.key("stops").number(part.stops).key("slows").number(part.slows);
        json.key("under_jobs").number(part.underJobs).key("causes").beginObject();
        for (const auto& [kind, count] : part.causes)
            json.key(kind).number(count);
        json.endObject().texts("blind", part.blind).endObject();
    }
    json.endList().key("failed_before").number(record.earlier).key("other_parts").number(record.unplaced);
    for (const auto& [name, rate] :
         {std::pair("restarts", plan.restarts), std::pair("stops", plan.stops), std::pair("outages", plan.outages)}) {
        json.key(name).beginObject();
        writeRate(json, rate);
        json.endObject();
    }
    json.key("job").beginObject().field("rate", plan.usesRestarts ? "restarts" : "stops");
    writeInput(json, "nodes", "", plan.nodes);
    writeInput(json, "checkpoint", "_s", plan.checkpoint);
    writeInput(json, "restart", "_s", plan.restart);
    writeInput(json, "repair", "_h", plan.repair);
    writeRange(json, "mtbf_h", plan.hoursBetween);
    writeRange(json, "interval_s", plan.intervalSeconds);
    writeRange(json, "lost_share", plan.lostShare);
    writeCount(json, "spares", plan.spares);
    writeCount(json, "spares_at_high_rate", plan.mostSpares);
    writeCount(json, "drained_at_once", plan.mostDrained);
    json.key("failing_share").number(CapacityPlan::failingShare);
    writeInput(json, "failing_cost_stopped", "", plan.hitShare);
    writeInput(json, "slowed_share", "", plan.slowedShare);
    return json.endObject().endObject().result() + "\n";
}

CommandResult answerFor(const CommandInput& line)
{
    CommandResult answer;
    std::vector<Counted> counted;
    FailureRecord record;
    for (const std::string& path : line.rest) {
        Result<Recording> opened = Recording::open(path);
        if (!opened.isOk())
            return failedWith(opened.error().message);
        Recording& recording = opened.value();
        if (recording.ticks().isEmpty())
            return failedWith(fmt::format("{}: the recording is empty", path));
        const RecordedCauses causes(recording);
        Counted next{path, causes.range(), nodeNames(*causes.topology())};
        if (const Counted* const other = overlapWith(counted, next))
            return failedWith(fmt::format(
                "{} and {} overlap in time and nodes; pass only recordings that do not overlap", other->path, path));
        record += failuresOf(causes);
        counted.push_back(std::move(next));
        answer.addProblems(recording.problems());
    }
    PlanRequest request;
    request.nodes = line.number("--nodes");
    request.repairHours = line.number("--repair-hours");
    request.checkpointSeconds = line.number("--checkpoint-seconds");
    request.restartSeconds = line.number("--restart-seconds");
    const CapacityPlan plan = capacityPlan(record, request);
    answer.out = line.has("--json") ? jsonOf(counted, record, plan) : textOf(counted, record, plan);
    return answer;
}

} // namespace

CommandPage planPage()
{
    constexpr double oneSecond = 1e-3;
    return {
        .name = "lockstep plan",
        .summary = "measure failure rates in recordings, and plan checkpoints and spare nodes",
        .synopsis = {"[--nodes N] [--repair-hours H] [--checkpoint-seconds S] [--restart-seconds S] [--json] PATH..."},
        .about = "Counts component failures and job restarts in recordings, with exact 95 % intervals. For a job\n"
                 "of N nodes, it prints the mean time between failures and the optimal checkpoint interval. It\n"
                 "also prints the number of spare nodes with which the job waits for a repair less than 5 % of\n"
                 "the time. Each figure states the number of events and hours on which it is based. Figures\n"
                 "without data are reported as unknown.\n\n"
                 "  PATH   recording: a folder or a single file; several if they do not overlap\n",
        .options = {{"--nodes", "N", "number of nodes of the job (default: as many as the largest recorded job)",
                     NumberLimits{1, 1e6, true}},
                    {"--repair-hours", "H", "time until a failed node is back in service (default: measured)",
                     NumberLimits{oneSecond, 1e5}},
                    {"--checkpoint-seconds", "S", "time for which a checkpoint pauses the job (default: measured)",
                     NumberLimits{oneSecond, 1e6}},
                    {"--restart-seconds", "S", "time from a failure until the job computes again (default: measured)",
                     NumberLimits{0, 1e6}},
                    {"--json", "", "print JSON"}},
        .examples = "  lockstep plan --nodes 256 --repair-hours 20 monday tuesday\n",
    };
}

CommandResult planFromRecordings(std::span<const std::string> arguments)
{
    const CommandPage page = planPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return line.rest.empty() ? wrongUsage(page, "expected the PATH of a recording") : answerFor(line);
    });
}

} // namespace lockstep
