// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "app/record/recordedjobs.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/capacityplan.h"
#include "models/analysis/drain/failurerates.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

namespace {

/// A recording that was counted.
struct Counted
{
    std::string path;
    TimeRange range;
    std::set<std::string> nodes;
};

FailureRecord failuresOf(const RecordedCauses& causes, TickRange ticks)
{
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

std::string textOf(const std::vector<Counted>& counted, const FailureRecord& record, const CapacityPlan& plan)
{
    std::string text;
    for (const Counted& each : counted)
        text += fmt::format("{}: {} to {}, {} nodes\n", visibleLine(each.path), formatUtc(each.range.from),
                            formatUtc(each.range.to), each.nodes.size());
    for (const FigureGroup& group : planFigures(record, plan)) {
        text += fmt::format("\n{}\n", group.name);
        for (const Figure& figure : group.figures) {
            text += fmt::format("  {}: {}\n", figure.name, visibleLine(figure.value));
            for (const auto& [name, value] : figure.inputs)
                text += fmt::format("    {}: {}\n", name, visibleLine(value));
        }
    }
    return text;
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
        json.endObject().endObject();
    }
    json.endList().key("failed_before").number(record.earlier).key("unknown_parts").number(record.unplaced);
    json.key("restarts").beginObject();
    writeRate(json, plan.restarts);
    json.endObject().key("stops").beginObject();
    writeRate(json, plan.stops);
    json.endObject().key("job").beginObject();
    writeInput(json, "nodes", "", plan.nodes);
    json.field("rate", plan.usesRestarts ? "restarts" : "stops");
    json.key("mtbf_h").number(plan.hoursBetween).key("mtbf_low_h").number(plan.leastHoursBetween);
    json.key("mtbf_high_h").number(plan.mostHoursBetween);
    writeInput(json, "checkpoint", "_s", plan.checkpoint);
    writeInput(json, "restart", "_s", plan.restart);
    json.key("interval_s").number(plan.intervalSeconds).key("interval_low_s").number(plan.leastIntervalSeconds);
    json.key("interval_high_s").number(plan.mostIntervalSeconds);
    json.key("lost_share").number(plan.lostShare).key("lost_share_high").number(plan.mostLostShare);
    writeInput(json, "repair", "_h", plan.repair);
    json.key("outages").beginObject();
    writeRate(json, plan.outages);
    json.endObject().key("spares").number(plan.spares ? std::optional<double>(*plan.spares) : std::nullopt);
    json.key("spares_high").number(plan.mostSpares ? std::optional<double>(*plan.mostSpares) : std::nullopt);
    json.key("failing_share").number(CapacityPlan::failingShare).key("failing_cost_stopped").number(plan.hitShare);
    json.key("failing_cost_slowed").number(plan.hitShare * plan.slowedShare);
    return json.endObject().endObject().result() + "\n";
}

CommandAnswer answerFor(const CommandInput& line)
{
    CommandAnswer answer;
    std::vector<Counted> counted;
    FailureRecord record;
    for (const std::string& path : line.rest) {
        Result<Recording> opened = Recording::open(path);
        if (!opened.isOk())
            return failedWith(opened.error().message);
        Recording& recording = opened.value();
        if (recording.ticks().isEmpty())
            return failedWith(fmt::format("{}: nothing was recorded", path));
        const RecordedCauses causes(recording);
        Counted next{path, causes.range(), nodeNames(*causes.topology())};
        if (const Counted* const other = overlapWith(counted, next))
            return failedWith(fmt::format("{} and {} overlap in time and nodes; give each hour of a node once",
                                          other->path, path));
        record += failuresOf(causes, recording.ticks());
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
        .about = "Counts the failures of parts and the restarts of jobs in recordings, with exact 95 % intervals. For "
                 "a job of N nodes, prints the time between failures, the best checkpoint interval, and the spare "
                 "nodes with which the job waits for a repair less than 5 % of the time. Each figure states the "
                 "events and hours behind it. What was not measured is reported as unknown.\n\n"
                 "  PATH   recording: a folder or a single file; several if they do not overlap\n",
        .options = {{"--nodes", "N", "nodes of the job (default: the largest job seen)", NumberLimits{1, 1e6, true}},
                    {"--repair-hours", "H", "time until a failed node is back (default: measured)",
                     NumberLimits{oneSecond, 1e5}},
                    {"--checkpoint-seconds", "S", "time for which a checkpoint stops the job (default: measured)",
                     NumberLimits{oneSecond, 1e6}},
                    {"--restart-seconds", "S", "time until a failed job computes again (default: measured)",
                     NumberLimits{0, 1e6}},
                    {"--json", "", "print JSON"}},
        .examples = "  lockstep plan --nodes 256 --repair-hours 20 monday tuesday\n",
    };
}

CommandAnswer planFromRecordings(std::span<const std::string> arguments)
{
    const CommandPage page = planPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return line.rest.empty() ? wrongUsage(page, "PATH is missing: expected a recording") : answerFor(line);
    });
}

} // namespace lockstep
