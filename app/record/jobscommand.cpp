// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "app/record/recordedjobs.h"
#include "datasources/recording/recording.h"
#include "datasources/reports/userexport.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>
#include <vector>

namespace lockstep {

namespace {

constexpr std::string_view trainingTeam = "training"; ///< the causes that it owns are the program's

bool isNamedIn(const Alert& alert, const std::string& job)
{
    return std::ranges::any_of(alert.chain, [&](const Alert::Stage& stage) { return stage.job == job; });
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

UserReport reportFor(Recording& recording, const RecordedCauses& causes, EntityRef job, TickRange ticks)
{
    const JobSeries series = seriesIn(causes, std::span(&job, 1), ticks).front();
    const JobLedger ledger = ledgerOf(series);
    UserReport report;
    report.job = causes.topology()->name(job);
    report.range = {timeOfTick(ticks.from, causes.tickPeriod()), timeOfTick(ticks.to, causes.tickPeriod())};
    report.pace = stepPaceOf(series);
    report.figures = jobReport(series, ledger, stateIn(causes, job, ticks), Rates());
    // Earlier runs are those of the whole recording.
    if (const std::vector<JobRun> runs = runsOf(recording, causes, job, recording.ticks()); !runs.empty())
        report.figures.insert(report.figures.begin() + 1, earlierRuns(runs));
    report.causes = causesOf(causes, job, report.range);
    return report;
}

/// Each name once.
std::vector<EntityRef> jobsByName(const RecordedCauses& causes, TickRange ticks)
{
    std::map<std::string, EntityRef> jobs;
    for (const EntityRef job : trainingJobsIn(causes, ticks))
        jobs.try_emplace(causes.topology()->name(job), job);
    const auto ordered = std::views::values(jobs);
    return {ordered.begin(), ordered.end()};
}

CommandAnswer jobAnswer(const std::string& name, const std::string& format, Recording& recording,
                        const RecordedCauses& causes, TickRange ticks)
{
    std::string known;
    for (const EntityRef job : jobsByName(causes, ticks)) {
        const std::string& each = causes.topology()->name(job);
        if (each == name) {
            const UserReport report = reportFor(recording, causes, job, ticks);
            return {0,
                    format == "json"       ? userJson(report)
                        : format == "html" ? userHtml(report)
                                           : userMarkdown(report),
                    {}};
        }
        known += (known.empty() ? "" : ", ") + each;
    }
    return failedWith(
        fmt::format("no training job \"{}\"; the recording has {}", name, known.empty() ? "none" : known));
}

std::string listOfJobs(const RecordedCauses& causes, TickRange ticks)
{
    const std::vector<EntityRef> jobs = jobsByName(causes, ticks);
    const std::vector<JobSeries> series = seriesIn(causes, jobs, ticks); // reads each column once for all jobs
    std::string list;
    for (std::size_t at = 0; at < jobs.size(); ++at)
        list += fmt::format("{}: {}\n", visibleLine(causes.topology()->name(jobs[at])),
                            paceText(stepPaceOf(series[at])));
    return jobs.empty() ? "no training jobs\n" : list;
}

} // namespace

CommandPage jobsPage()
{
    return {
        .name = "lockstep jobs",
        .summary = "list the training jobs of a recording, or report on one for its user",
        .synopsis = {"[--job NAME] [--format md|html|json] [--out FILE] [--hours N] PATH"},
        .about = "Without --job, lists the training jobs of a recording with their step times.\n\n"
                 "With --job, writes a report for the user of the job: its step time compared with earlier, what\n"
                 "changed since, the causes that slow it down, their owners, and the use of its GPU time. Jobs whose\n"
                 "names differ only in the number at the end are runs of one job.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--job", "NAME", "report on this job"},
                    {"--format", "md|html|json", "format of the report (default md)"},
                    {"--out", "FILE", "write to a file"},
                    {"--hours", "N", "only the last N hours", NumberLimits{}}},
        .examples = "  lockstep jobs --job llama --format html --out llama.html site\n",
    };
}

CommandAnswer recordingJobs(std::span<const std::string> arguments)
{
    const CommandPage page = jobsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return answerFromRecording(page, line, [&line](Recording& recording) -> CommandAnswer {
            const RecordedCauses causes(recording);
            const TickRange ticks = lastHours(recording, line.number("--hours").value_or(0));
            if (const auto name = line.option("--job"))
                return jobAnswer(*name, line.textOr("--format", "md"), recording, causes, ticks);
            return {0, listOfJobs(causes, ticks), {}};
        });
    });
}

} // namespace lockstep
