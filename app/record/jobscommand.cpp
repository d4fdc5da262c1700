// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/jobscommand.h"

#include "app/record/recordedcauses.h"
#include "app/record/recordedjobs.h"
#include "datasources/recording/recording.h"
#include "datasources/reports/userexport.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/outputfile.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/drain/remedies.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

UserReport reportFor(const RecordedCauses& causes, EntityRef job, TickRange ticks)
{
    const JobSeries series = seriesIn(causes, std::span(&job, 1), ticks).front();
    const JobLedger ledger = ledgerOf(series);
    UserReport report;
    report.job = causes.topology()->name(job);
    report.range = {timeOfTick(ticks.from, causes.tickPeriod()), timeOfTick(ticks.to, causes.tickPeriod())};
    report.pace = stepPaceOf(series);
    report.figures = jobReport(series, ledger, stateIn(causes, job, ticks), Rates());
    report.causes = causesOf(causes, job, report.range);
    return report;
}

} // namespace

CommandPage jobsPage()
{
    return {
        .name = "lockstep jobs",
        .summary = "list the training jobs of a recording, or report on one for its user",
        .synopsis = {"[--job NAME] [--format md|html|json] [--out FILE] [--hours N] PATH"},
        .about = "Without --job, it lists the jobs. With --job, it reports for the user of the job: the step time "
                 "against its earlier step time, the causes that act on it, their owners, and where the time went.\n\n"
                 "  PATH   recording: a folder, or a file of one\n",
        .options = {{"--job", "NAME", "report on this job"},
                    {"--format", "md|html|json", "of the report (default md)"},
                    {"--out", "FILE", "write to a file"},
                    {"--hours", "N", "only the last N hours", NumberLimits{}}},
    };
}

CommandAnswer recordingJobs(std::span<const std::string> arguments)
{
    const CommandPage page = jobsPage();
    const Result<CommandInput> line = readCommand(page, arguments);
    if (!line.isOk())
        return wrongUsage(page, line.error().message);
    if (line.value().answer)
        return {0, *line.value().answer, {}};
    if (line.value().rest.size() != 1)
        return wrongUsage(page,
                          line.value().rest.empty() ? "PATH is missing: expected a recording" : "one PATH at a time");
    Result<Recording> opened = Recording::open(line.value().rest.front());
    if (!opened.isOk())
        return {1, {}, visibleLine(opened.error().message) + "\n"};
    if (opened.value().ticks().isEmpty())
        return {1, {}, visibleLine(fmt::format("{}: nothing was recorded", line.value().rest.front())) + "\n"};
    const RecordedCauses causes(opened.value());
    double hours = 0;
    line.value().number<double>("--hours", hours);
    const TickRange ticks = lastHours(opened.value(), hours);
    std::map<std::string, EntityRef> jobs;
    for (const EntityRef job : trainingJobsIn(causes, ticks))
        jobs.try_emplace(causes.topology()->name(job), job);
    CommandAnswer answer;
    if (const auto name = line.value().option("--job")) {
        const auto job = jobs.find(*name);
        if (job == jobs.end()) {
            std::string known;
            for (const auto& [each, entity] : jobs)
                known += (known.empty() ? "" : ", ") + each;
            return {1,
                    {},
                    visibleLine(fmt::format("no training job \"{}\"; the recording has {}", *name,
                                            known.empty() ? "none" : known))
                        + "\n"};
        }
        const UserReport report = reportFor(causes, job->second, ticks);
        const std::string format = line.value().textOr("--format", "md");
        answer.out = format == "json" ? userJson(report) : format == "html" ? userHtml(report) : userMarkdown(report);
    } else {
        std::vector<EntityRef> listed;
        for (const auto& [jobName, job] : jobs)
            listed.push_back(job);
        const std::vector<JobSeries> series = seriesIn(causes, listed, ticks); // reads each column once for all jobs
        for (std::size_t at = 0; at < listed.size(); ++at)
            answer.out += fmt::format("{}: {}\n", visibleLine(causes.topology()->name(listed[at])),
                                      paceText(stepPaceOf(series[at])));
        if (jobs.empty())
            answer.out = "no training jobs\n";
    }
    answer.addProblems(opened.value().problems());
    if (const auto path = line.value().option("--out")) {
        if (const Status written = writeOutput(*path, answer.out); !written.isOk())
            return {1, {}, answer.err + visibleLine(written.error().message) + "\n"};
        answer.out = fmt::format("{}: {} bytes\n", *path, answer.out.size());
    }
    return answer;
}

int runJobs(std::span<const std::string> arguments)
{
    return print(recordingJobs(arguments));
}

} // namespace lockstep
