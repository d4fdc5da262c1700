// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandanswer.h"
#include "datasources/notifiers/notifiertarget.h"
#include "datasources/recording/recording.h"
#include "datasources/text/commandpage.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Alert receivers from a command line: addresses, --alerts-ca, and --alerts-token-file or LOCKSTEP_ALERTS_TOKEN from
/// the environment. An Error names the invalid one and why.
[[nodiscard]] Result<std::vector<NotifierTarget>> notifierTargets(const CommandInput& line,
                                                                  const std::vector<std::string>& urls);

/// A command that needs no window: `lockstep NAME ...`. Arguments come without program and sub-command.
struct SubCommand
{
    CommandPage (*page)();
    int (*run)(std::span<const std::string> arguments); ///< blocks; returns the exit code
};

/// Sub-commands that lockstep-record has, too; it links none of the window's libraries.
[[nodiscard]] std::vector<SubCommand> recordSubCommands();

/// The page of lockstep-record itself, which lists its sub-commands.
[[nodiscard]] CommandPage recordProgramPage();

/// Help text with one line per command: name and summary.
[[nodiscard]] std::string listOf(std::span<const SubCommand> commands);

/// Runs the sub-command named by the first argument, or `help`. @return exit code; nullopt if it names none
[[nodiscard]] std::optional<int> runSubCommand(std::span<const SubCommand> commands, int argumentCount,
                                               char** arguments);

/// Answers from the recording that is the only operand; fails if it cannot be read or is empty. The answer includes the
/// recording's problems, and goes to the file that --out names.
[[nodiscard]] CommandAnswer answerFromRecording(const CommandPage& page, const CommandInput& line,
                                                const std::function<CommandAnswer(Recording&)>& command,
                                                Recording::Reads reads = Recording::Reads::Ticks);

/// Records for --duration seconds (30) from sources as in `record`, then answers from the recording at that path.
/// @param options of the sources, as on the command line
[[nodiscard]] CommandAnswer answerFromSources(std::vector<std::string> options,
                                              const std::function<CommandAnswer(const std::string& path)>& command);
/// Adds the options of the sources.
[[nodiscard]] CommandPage withSources(CommandPage page);

// The sub-commands, by name.

/// `alerts`: causes that needed an operator during a recording, by onset. Runs analyses that are missing in the
/// recording first. --json prints
/// [{"key","onset","end" (ISO 8601, UTC; null: still open),"severity" ("warning","critical"),"cause":
/// {"kind","entities":[...]},"title","chain":[{"what","entities","since"}],"confidence" (0 to 1),"cost_gpu_s" (null:
/// unknown),"owners":[...],"runbook","considered":[{"kind","why_not"}]}].
/// --test sends a test message to webhooks and Alertmanagers and reports whether each arrived.
[[nodiscard]] CommandAnswer recordingAlerts(std::span<const std::string> arguments);
[[nodiscard]] CommandPage alertsPage();

/// `coverage`: for each detector whether it is active, degraded or blind at the end of a recording and since when, its
/// evidence, and which metrics would improve it. Sources instead of a recording are recorded for --duration seconds
/// (30). --json prints [{"detector","kind","state" ("active","degraded","blind"),"since" (ISO 8601, UTC),"entities",
/// "watched":[{"evidence","entities"}],"missing":[{"metric","named","exporters":[{"exporter","name"}]}]}].
[[nodiscard]] CommandAnswer detectorCoverage(std::span<const std::string> arguments);
[[nodiscard]] CommandPage coveragePage();

/// `drain`: the drain queue at the end of a recording, as a table, as JSON for recovery systems, as nodes for launchers
/// to exclude, or as scheduler commands, which `drain` never runs itself.
[[nodiscard]] CommandAnswer recordingDrain(std::span<const std::string> arguments);
[[nodiscard]] CommandPage drainPage();

/// `export-data`: the raw samples of a recording, series by series. Times are exact; values have the fewest digits that
/// read back as the same float. One NaN (JSON: null) marks the first missing sample where a series stops. `import`
/// reads the --openmetrics output. @param write receives the output in pieces
[[nodiscard]] CommandAnswer exportData(std::span<const std::string> arguments,
                                       const std::function<void(std::string_view)>& write);
[[nodiscard]] CommandPage exportDataPage();

/// `import`: makes a recording from CSV or from OpenMetrics text with timestamps. Without --tick the period is derived
/// from the samples. Reports for each name how many samples were recorded or ignored.
[[nodiscard]] CommandAnswer importRecording(std::span<const std::string> arguments);
[[nodiscard]] CommandPage importPage();

/// `info`: contents of a recording. --json prints {"start","end" (ISO 8601, UTC; null: no columns),"nodes",
/// "reporters","gpus","samples","spans","bytes","bytes_per_sample" (total file size; null without samples),"gaps",
/// "events","metrics","segments"}.
[[nodiscard]] CommandAnswer recordingInfo(std::span<const std::string> arguments);
[[nodiscard]] CommandPage infoPage();

/// `jobs`: the training jobs of a recording, or a report for the user of one.
[[nodiscard]] CommandAnswer recordingJobs(std::span<const std::string> arguments);
[[nodiscard]] CommandPage jobsPage();

/// `links`: links whose trends reach a limit within days, and a backtest of such forecasts on the recording. --json
/// prints {"moment","links","link_days","forecasts":[FORECAST],"backtest":{"downs":[{"port","time","ahead_h" (null: not
/// predicted)}],"predictions":[FORECAST with "since","outcome" ("went_down","reached_limit","false","open"),"after_h"],
/// "false_per_link_year"}}; FORECAST is {"port","quantity","level","limit","per_day","expected_h","soonest_h",
/// "latest_h" (null: perhaps never)}.
[[nodiscard]] CommandAnswer recordingLinks(std::span<const std::string> arguments);
[[nodiscard]] CommandPage linksPage();

/// `metrics`: all known metrics with units and exporter names. --json prints [{"name","title","unit","kind","entity",
/// "computed_from" (null: measured), "exporters":[{"exporter","name","factor","offset","query"}]}].
[[nodiscard]] CommandAnswer knownMetrics(std::span<const std::string> arguments);
[[nodiscard]] CommandPage metricsPage();

/// `place`: free nodes for a new job of a given number of nodes, best first, with reasons; then the excluded nodes,
/// each with the reason.
[[nodiscard]] CommandAnswer nodesToPlace(std::span<const std::string> arguments);
[[nodiscard]] CommandPage placePage();

/// `plan`: failure rates in recordings, and the resulting time between failures, checkpoint interval and number of
/// spare nodes for a job of a given number of nodes.
[[nodiscard]] CommandAnswer planFromRecordings(std::span<const std::string> arguments);
[[nodiscard]] CommandPage planPage();

/// `record`: records without a window until the duration is over or SIGINT or SIGTERM arrives. Logs to standard error.
int runRecord(std::span<const std::string> arguments);
[[nodiscard]] CommandPage recordPage();

/// `tenants`: for each tenant in a recording the GPUs held, useful time, losses by cause and shared links. Runs
/// analyses that are missing in the recording first.
[[nodiscard]] CommandAnswer recordingTenants(std::span<const std::string> arguments);
[[nodiscard]] CommandPage tenantsPage();

} // namespace lockstep
