// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertjson.h"
#include "app/alerting/notifiertrial.h"
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/runbooks.h"
#include "models/analysis/causality/slowport.h"
#include "models/core/visibletext.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace lockstep {

namespace {

std::string clockTime(TimePoint time)
{
    return fmt::format("{:%H:%M:%S}",
                       fmt::gmtime(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count()));
}

void completeStories(std::vector<Alert>& alerts, const RecordedCauses& causes, const Topology& topology)
{
    const auto columnOf = [&causes](std::string_view metric, TickIndex tick) {
        return causes.column(metric, tick);
    };
    for (Alert& alert : alerts) {
        alert.costGpuSeconds = costOf(alert, topology, causes.tickPeriod(), causes.range().to, columnOf);
        addSlowPort(alert, topology, causes.jobs(), causes.tickPeriod(), causes.range().to, columnOf);
    }
}

std::string textOf(const Alert& alert)
{
    std::string text = fmt::format("{} {:8} {}\n", clockTime(alert.onset), severityWord(alert.severity), alert.title);
    text += fmt::format("    {} at {}, confidence {:.0f} %; {}\n", alert.kind,
                        alert.names.empty() ? "unknown" : fmt::format("{}", fmt::join(alert.names, ", ")),
                        100 * alert.confidence,
                        alert.end ? fmt::format("cleared at {}", clockTime(*alert.end)) : "active");
    for (const Alert::Stage& stage : alert.chain)
        text += fmt::format("      {} {}\n", clockTime(stage.since), stage.what);
    text += fmt::format("    cost: {}; owners: {}; runbook: {}\n",
                        alert.costGpuSeconds ? fmt::format("{:.0f} GPU s", *alert.costGpuSeconds) : "unknown",
                        fmt::join(alert.owners, ", "), alert.runbook);
    for (const Alert::Alternative& other : alert.considered)
        text += fmt::format("    not {}: {}\n", other.kind, other.ruledOutReason);
    return text;
}

/// Reports for each receiver whether a test message arrived.
CommandResult testAnswer(const CommandInput& line)
{
    Result<std::vector<NotifierTarget>> targets = notifierTargets(line, line.all("--test"));
    if (!targets.isOk())
        return {2, {}, visibleLine(targets.error().message) + "\n"};
    const NotifierTrial trial(std::move(targets).value());
    trial.finish();
    CommandResult answer;
    for (const NotifierTrial::Outcome& each : trial.outcomes()) {
        const bool hasArrived = each.state == NotifierTrial::Outcome::State::Arrived;
        (hasArrived ? answer.out : answer.err)
            += fmt::format("{}: {}\n", hasArrived ? "delivered" : "NOT delivered", each.says);
        if (!hasArrived)
            answer.exitCode = 1;
    }
    return answer;
}

CommandResult alertsAnswer(const CommandInput& line, Recording& recording)
{
    const RecordedCauses causes(recording);
    const Topology& topology = *causes.topology();
    std::vector<Alert> alerts = causes.alerts();
    completeStories(alerts, causes, topology);
    const Runbooks runbooks = Runbooks::standard(line.textOr("--runbooks"));
    for (Alert& each : alerts)
        runbooks.link(each, topology);
    CommandResult answer;
    if (line.has("--json")) {
        JsonWriter json;
        json.beginList();
        for (const Alert& each : alerts) {
            json.beginObject();
            writeAlertMembers(json, topology, each);
            json.endObject();
        }
        answer.out = json.endList().result() + "\n";
    } else {
        for (const Alert& each : alerts)
            answer.out += textOf(each);
        if (alerts.empty())
            answer.out = "no alerts\n";
    }
    return answer;
}

} // namespace

CommandPage alertsPage()
{
    return {
        .name = "lockstep alerts",
        .summary = "list the alerts of a recording, or test an alert receiver",
        .synopsis = {"[--json] [--runbooks DIR] PATH", "--test URL [--alerts-ca FILE] [--alerts-token-file FILE]"},
        .about = "Lists the past and active alerts of a recording, or tests an alert receiver.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options
        = {{"--json", "", "print JSON"},
           {"--runbooks", "DIR", "folder of the site's own runbooks; alerts link to them"},
           {"--test", "URL",
            "send a test message to a webhook or an Alertmanager, and report whether it was delivered; may be "
            "repeated"},
           {"--alerts-ca", "FILE", "with --test: trust the CA certificates in this file instead of the system's"},
           {"--alerts-token-file", "FILE",
            "with --test: file whose first line is the bearer token (default: environment variable "
            "LOCKSTEP_ALERTS_TOKEN)"}},
        .examples = "  lockstep alerts --json site\n"
                    "  lockstep alerts --test https://host/hook\n",
    };
}

CommandResult recordingAlerts(std::span<const std::string> arguments)
{
    const CommandPage page = alertsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        const bool isTest = line.option("--test").has_value();
        if (line.rest.size() != (isTest ? 0U : 1U))
            return wrongUsage(page, "expected one PATH, or --test URL");
        if (isTest)
            return testAnswer(line);
        return answerFromRecording(page, line, [&line](Recording& recording) { return alertsAnswer(line, recording); });
    });
}

} // namespace lockstep
