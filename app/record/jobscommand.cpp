// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "datasources/reports/exportdocument.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/analysis/drain/rightsizing.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/neighbourcost.h"
#include "models/core/median.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/time.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep {

namespace {

constexpr std::size_t fewestSteps = 8; ///< minimum number of ticks with a step time, to have a beginning and an end

double medianOf(std::span<const float> values)
{
    std::vector<float> some(values.begin(), values.end());
    return static_cast<double>(upperMedian(some));
}

/// A cause that acts or acted on a job, for its user.
struct UserCause
{
    std::string title;
    std::string kind;
    std::string remedy; ///< "reset the GPU"
    std::vector<std::string> owners; ///< assigned owners, the cause's first
    bool isInfrastructure = true; ///< otherwise the program or an unmeasured cause is responsible
    bool isAcknowledged = false;
    TimePoint since;
    std::optional<TimePoint> end; ///< nullopt: still active
    std::optional<double> gpuSeconds; ///< lost to it; nullopt: not measured
};

/// Step time of a job at the end of a period, compared with its beginning. NaN: too few steps.
struct StepPace
{
    double seconds = std::numeric_limits<double>::quiet_NaN();
    double earlier = std::numeric_limits<double>::quiet_NaN();

    static constexpr double noteworthy = 0.03; ///< share by which steps are slower
    [[nodiscard]] bool isSlower() const { return seconds > earlier * (1 + noteworthy); }
};

/// Report for the user of a job: its step time, the use of its GPU time, and whether the infrastructure or the program
/// slows it down.
struct UserReport
{
    std::string job;
    TimeRange range;
    StepPace pace;
    std::size_t rollbacks = 0; ///< to an earlier step
    GpuTime time{};
    std::vector<UserCause> causes; ///< active ones first
    std::vector<FigureGroup> figures; ///< see jobReport()
};

enum class Blame : std::uint8_t { Nothing, Infrastructure, Program, Unexplained };

/// Medians of the last and the first quarter of the ticks with steps.
StepPace stepPaceOf(const JobSeries& series)
{
    std::vector<float> known;
    std::ranges::copy_if(series.stepTime, std::back_inserter(known), [](float value) { return value > 0; });
    StepPace pace;
    if (known.size() < fewestSteps)
        return pace;
    const std::size_t quarter = known.size() / 4;
    pace.earlier = medianOf(std::span(known).first(quarter));
    pace.seconds = medianOf(std::span(known).last(quarter));
    return pace;
}

/// "Steps take 2.6 s, 31 % longer than at the beginning of this period (2.0 s)."
std::string paceText(const StepPace& pace)
{
    if (std::isnan(pace.seconds))
        return "The job reported too few steps to compare its step time.";
    const double change = pace.seconds / pace.earlier - 1;
    if (std::abs(change) < StepPace::noteworthy)
        return fmt::format("Steps take {}, the same as at the beginning of this period.", secondsText(pace.seconds));
    return fmt::format("Steps take {}, {} {} than at the beginning of this period ({}).", secondsText(pace.seconds),
                       shareText(std::abs(change)), change > 0 ? "longer" : "shorter", secondsText(pace.earlier));
}

std::string progressText(const UserReport& report)
{
    return fmt::format("Restarts at an earlier step: {}. Restarting cost {}, repeating steps {}.", report.rollbacks,
                       gpuHoursText(report.time.restart), gpuHoursText(report.time.lostWork));
}

/// Whether the infrastructure, the program or no measured cause explains the job's present step time.
Blame blameOf(const UserReport& report)
{
    const auto goesOn = [&](bool isInfrastructure) {
        return std::ranges::any_of(report.causes, [&](const UserCause& cause) {
            return !cause.end && cause.isInfrastructure == isInfrastructure;
        });
    };
    if (goesOn(true))
        return Blame::Infrastructure;
    if (goesOn(false))
        return Blame::Program;
    return report.pace.isSlower() ? Blame::Unexplained : Blame::Nothing;
}

std::string blameText(const UserReport& report)
{
    switch (blameOf(report)) {
    case Blame::Infrastructure:
        return "Infrastructure: the causes below affect the job. Their owners have to act.";
    case Blame::Program:
        return "Program, or a component without data: no infrastructure cause was found.";
    case Blame::Unexplained:
        return "Unknown: steps are slower, and no cause was found. Check whether data loading, sequence lengths or "
               "evaluation changed.";
    case Blame::Nothing:
        break;
    }
    return "No active cause affects the job.";
}

std::string ownersText(const UserCause& cause)
{
    return cause.owners.empty() ? "no owner" : cause.owners.front();
}

ReportTable causesTable(const UserReport& report)
{
    ReportTable table{{"Cause", "Where", "Since", "State", "Lost", "Action"}, {}, {}, false};
    table.isFigure = {false, false, false, false, true, false};
    for (const UserCause& cause : report.causes)
        table.rows.push_back({cause.title, cause.isInfrastructure ? "infrastructure" : "program",
                              formatUtc(cause.since),
                              cause.end                  ? "cleared at " + formatUtc(*cause.end)
                                  : cause.isAcknowledged ? "acknowledged"
                                                         : "open",
                              cause.gpuSeconds ? gpuHoursText(*cause.gpuSeconds) : "unknown",
                              fmt::format("{}: {}", ownersText(cause), cause.remedy)});
    return table;
}

Report documentOf(const UserReport& report)
{
    Report document;
    document.title = "Job " + report.job;
    document.facts = {{"Period", fmt::format("{} to {}", formatUtc(report.range.from), formatUtc(report.range.to))},
                      {"Step time", paceText(report.pace)},
                      {"Responsible", blameText(report)}};
    if (report.rollbacks > 0)
        document.facts.insert(document.facts.begin() + 2, {"Restarts", progressText(report)});
    document.blocks.emplace_back(ReportHeading{2, "Causes that affect the job"});
    if (report.causes.empty())
        document.blocks.emplace_back(
            ReportParagraph{{{"No cause was found in this period.", false, false, false, {}}}});
    else
        document.blocks.emplace_back(causesTable(report));
    document.blocks.emplace_back(ReportHeading{2, "Use of GPU time"});
    for (const FigureGroup& group : report.figures) {
        ReportTable table{{group.name, ""}, {}, {false, true}, false};
        for (const Figure& figure : group.figures)
            table.rows.push_back({figure.name, figure.value});
        document.blocks.emplace_back(std::move(table));
    }
    document.colophon
        = "Lost time is time that is known to be unproductive. Unknown time counts as neither productive nor lost.";
    return document;
}

const char* blameWord(Blame blame)
{
    switch (blame) {
    case Blame::Infrastructure:
        return "infrastructure";
    case Blame::Program:
        return "program";
    case Blame::Unexplained:
        return "unexplained";
    case Blame::Nothing:
        break;
    }
    return "nothing";
}

/// {"job","from","to","step_s","earlier_step_s" (null: too few steps),"blame" ("infrastructure", "program",
/// "unexplained" or "nothing"),"causes":[{"title","kind","since","end" (null: still active),"infrastructure","owners",
/// "remedy","acknowledged","gpu_s" (null: not measured)}],"figures":[{"group","name","value","known"}]}
std::string userJson(const UserReport& report)
{
    JsonWriter json;
    json.beginObject().field("job", report.job);
    json.field("from", formatUtc(report.range.from)).field("to", formatUtc(report.range.to));
    json.key("step_s").number(report.pace.seconds).key("earlier_step_s").number(report.pace.earlier);
    json.field("blame", blameWord(blameOf(report))).key("causes").beginList();
    for (const UserCause& cause : report.causes) {
        json.beginObject().field("title", cause.title).field("kind", cause.kind).field("since", formatUtc(cause.since));
        json.key("end");
        if (cause.end)
            json.text(formatUtc(*cause.end));
        else
            json.number(std::optional<double>());
        json.key("infrastructure").truth(cause.isInfrastructure).texts("owners", cause.owners);
        json.field("remedy", cause.remedy).key("acknowledged").truth(cause.isAcknowledged);
        json.key("gpu_s").number(cause.gpuSeconds).endObject();
    }
    json.endList().key("figures").beginList();
    for (const FigureGroup& group : report.figures) {
        for (const Figure& figure : group.figures)
            json.beginObject()
                .field("group", group.name)
                .field("name", figure.name)
                .field("value", figure.value)
                .key("known")
                .truth(figure.isKnown)
                .endObject();
    }
    json.endList().endObject();
    return json.drain() + "\n";
}

constexpr std::string_view trainingTeam = "training"; ///< the causes that it owns are the program's

bool isNamedIn(const Alert& alert, const std::string& job)
{
    return std::ranges::any_of(alert.chain,
                               [&](const Alert::Stage& stage) { return stage.job == job || stage.fields.job == job; });
}

std::vector<UserCause> causesOf(const RecordedCauses& causes, EntityRef job, TimeRange within)
{
    const Topology& topology = *causes.topology();
    const std::string& name = topology.name(job);
    const auto observed = std::ranges::find(causes.jobs(), name, &ObservedJob::name);
    const auto columnOf = [&causes](std::string_view metric, TickIndex tick) {
        return causes.column(metric, tick);
    };
    std::vector<UserCause> found;
    for (const Alert& alert : causes.alerts()) {
        if (alert.onset >= within.to || alert.end.value_or(within.to) <= within.from)
            continue;
        AlertLoss loss;
        if (observed != causes.jobs().end())
            loss = AlertLoss(alert, topology).ofJob(*observed, job, topology);
        if (loss.isEmpty() && !isNamedIn(alert, name))
            continue;
        const CauseRow* const row = causeRow(std::string_view(alert.kind));
        found.push_back({alert.title, alert.kind, std::string(toText(remedyOf(alert).remedy)), alert.owners,
                         row == nullptr || row->owner != trainingTeam, alert.state == Alert::State::Acknowledged,
                         alert.onset, alert.end,
                         loss.isEmpty() ? alert.costGpuSeconds
                                        : gpuSecondsWithin(loss, alert, causes.tickPeriod(), within, columnOf)});
    }
    std::ranges::stable_sort(found, {}, [](const UserCause& cause) {
        return std::tuple(cause.end.has_value(), !cause.isInfrastructure, cause.since);
    });
    return found;
}

FigureGroup neighboursOf(const RecordedCauses& causes, EntityRef job, const JobSeries& series)
{
    const Topology& topology = *causes.topology();
    Placement placement;
    const auto observed = std::ranges::find(causes.jobs(), topology.name(job), &ObservedJob::name);
    if (observed != causes.jobs().end())
        placement = placementOf(*observed, {}, DependencyGraph(topology, causes.jobs()));
    std::vector<EntityRef> others;
    for (const Placement::Shared& other : placement.shared)
        others.push_back(topology.find(EntityKind::Job, {}, other.job));
    std::vector<std::vector<float>> traffic = valuesIn(causes, metrics::job::traffic, others, series.ticks);
    std::vector<Neighbour> sharing;
    for (std::size_t at = 0; at < others.size(); ++at)
        sharing.push_back({placement.shared[at].job, placement.shared[at].links, std::move(traffic[at])});
    const auto bandwidth = valuesIn(causes, metrics::job::busBandwidth, std::span(&job, 1), series.ticks);
    return neighbourFigures(neighbourCosts(series, bandwidth.front(), sharing), placement.isCabled, Rates());
}

UserReport reportFor(Recording& recording, const RecordedCauses& causes, EntityRef job,
                     std::span<const TickIndex> ticks)
{
    const JobSeries series = seriesIn(causes, std::span(&job, 1), ticks).front();
    const JobLedger ledger = ledgerOf(series);
    UserReport report;
    report.job = causes.topology()->name(job);
    const TickRange range{ticks.front(), ticks.back() + 1};
    report.range = {timeOfTick(range.from, causes.tickPeriod()), timeOfTick(range.to, causes.tickPeriod())};
    report.pace = stepPaceOf(series);
    report.rollbacks = ledger.rollbacks.size();
    report.time = ledger.time;
    report.figures = jobReport(series, ledger, stateIn(causes, job, range), Rates());
    report.figures.push_back(neighboursOf(causes, job, series));
    // Earlier runs are those of the whole recording.
    if (const std::vector<JobRun> runs = runsOf(recording, causes, job); !runs.empty())
        report.figures.insert(report.figures.begin() + 1, earlierRuns(runs));
    report.causes = causesOf(causes, job, report.range);
    return report;
}

/// Each name once.
std::vector<EntityRef> jobsByName(const RecordedCauses& causes, std::span<const TickIndex> ticks)
{
    std::map<std::string, EntityRef> jobs;
    for (const EntityRef job : trainingJobsIn(causes, ticks))
        jobs.try_emplace(causes.topology()->name(job), job);
    const auto ordered = std::views::values(jobs);
    return {ordered.begin(), ordered.end()};
}

CommandResult jobAnswer(const std::string& name, const std::string& format, Recording& recording,
                        const RecordedCauses& causes, std::span<const TickIndex> ticks)
{
    std::string known;
    for (const EntityRef job : jobsByName(causes, ticks)) {
        const std::string& each = causes.topology()->name(job);
        if (each == name) {
            const UserReport report = reportFor(recording, causes, job, ticks);
            return {0,
                    format == "json"       ? userJson(report)
                        : format == "html" ? htmlOf(documentOf(report))
                                           : markdownOf(documentOf(report)),
                    {}};
        }
        known += (known.empty() ? "" : ", ") + each;
    }
    return failedWith(
        fmt::format("no training job \"{}\"; the recording contains {}", name, known.empty() ? "none" : known));
}

std::string listOfJobs(const RecordedCauses& causes, std::span<const TickIndex> ticks)
{
    const std::vector<EntityRef> jobs = jobsByName(causes, ticks);
    const auto read = [&](std::span<const EntityRef> some) {
        return seriesIn(causes, some, ticks); // reads each column once for all of them
    };
    std::string list;
    visitSeries(jobs, ticks.size(), read, [&](EntityRef job, const JobSeries& series) {
        list += fmt::format("{}: {}\n", visibleLine(causes.topology()->name(job)), paceText(stepPaceOf(series)));
    });
    return jobs.empty() ? "no training jobs\n" : list;
}

} // namespace

CommandPage jobsPage()
{
    return {
        .name = "lockstep jobs",
        .summary = "list the training jobs of a recording, or write a report for the user of a job",
        .synopsis = {"[--job NAME] [--format md|html|json] [--out FILE] [--hours N] PATH"},
        .about = "Without --job, lists the training jobs of a recording with their step times.\n\n"
                 "With --job, writes a report for the user of the job. The report compares the step time with\n"
                 "earlier steps and runs, and lists what changed. It shows the causes that slow the job down,\n"
                 "their owners, the use of its GPU time, and the time lost to traffic of other jobs on the same\n"
                 "links. Jobs whose names differ only in the number at the end count as runs of one job.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--job", "NAME", "report on this job"},
                    {"--format", "md|html|json", "format of the report (default md)"},
                    {"--out", "FILE", "write the report to a file (default: print it)"},
                    {"--hours", "N", "use only the last N hours of the recording", NumberLimits{}}},
        .examples = "  lockstep jobs --job llama --format html --out llama.html site\n",
    };
}

CommandResult recordingJobs(std::span<const std::string> arguments)
{
    const CommandPage page = jobsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return answerFromRecording(page, line, [&line](Recording& recording) -> CommandResult {
            const RecordedCauses causes(recording);
            const std::span<const TickIndex> ticks = lastHours(causes, line.number("--hours").value_or(0));
            if (const auto name = line.option("--job"))
                return jobAnswer(*name, line.textOr("--format", "md"), recording, causes, ticks);
            return {0, listOfJobs(causes, ticks), {}};
        });
    });
}

} // namespace lockstep
