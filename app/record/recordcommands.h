// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analyze/commandresult.h"
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
[[nodiscard]] CommandResult answerFromRecording(const CommandPage& page, const CommandInput& line,
                                                const std::function<CommandResult(Recording&)>& command,
                                                Recording::Reads reads = Recording::Reads::Ticks);

/// Records for --duration seconds (30) from sources as in `record`, then answers from the recording at that path.
/// @param options of the sources, as on the command line
[[nodiscard]] CommandResult answerFromSources(std::vector<std::string> options,
                                              const std::function<CommandResult(const std::string& path)>& command);
/// Adds the options of the sources.
[[nodiscard]] CommandPage withSources(CommandPage page);

// The sub-commands, by name. Their pages and the manual describe them.

/// `alerts`: causes that needed an operator during a recording, by onset. Runs analyses that are missing in the
/// recording first. --json prints
/// [{"key","onset","end" (ISO 8601, UTC; null: still open),"severity" ("warning","critical"),"cause":
/// {"kind","entities":[...]},"title","chain":[{"what","entities","since"}],"confidence" (0 to 1),"cost_gpu_s" (null:
/// unknown),"owners":[...],"runbook","considered":[{"kind","why_not"}]}].
/// --test sends a test message to webhooks and Alertmanagers and reports whether each arrived.
[[nodiscard]] CommandResult recordingAlerts(std::span<const std::string> arguments);
[[nodiscard]] CommandPage alertsPage();

/// `coverage`: for each detector whether it is active, degraded or blind at the end of a recording and since when, its
/// evidence, and which metrics would improve it. Sources instead of a recording are recorded for --duration seconds
/// (30). --json prints [{"detector","kind","state" ("active","degraded","blind"),"since" (ISO 8601, UTC),"entities",
/// "watched":[{"evidence","entities"}],"missing":[{"metric","named","exporters":[{"exporter","name"}]}]}].
[[nodiscard]] CommandResult detectorCoverage(std::span<const std::string> arguments);
[[nodiscard]] CommandPage coveragePage();

[[nodiscard]] CommandResult recordingDrain(std::span<const std::string> arguments);
[[nodiscard]] CommandPage drainPage();

/// `export-data`: the raw samples of a recording, series by series. Times are exact; values have the fewest digits that
/// read back as the same float. One NaN (JSON: null) marks the first missing sample where a series stops. `import`
/// reads the --openmetrics output. @param write receives the output in pieces
[[nodiscard]] CommandResult exportData(std::span<const std::string> arguments,
                                       const std::function<void(std::string_view)>& write);
[[nodiscard]] CommandPage exportDataPage();

[[nodiscard]] CommandResult importRecording(std::span<const std::string> arguments);
[[nodiscard]] CommandPage importPage();

/// `info`: contents of a recording. --json prints {"start","end" (ISO 8601, UTC; null: no columns),"nodes",
/// "reporters","gpus","samples","spans","bytes","bytes_per_sample" (total file size; null without samples),"gaps",
/// "events","metrics","segments"}.
[[nodiscard]] CommandResult recordingInfo(std::span<const std::string> arguments);
[[nodiscard]] CommandPage infoPage();

[[nodiscard]] CommandResult recordingJobs(std::span<const std::string> arguments);
[[nodiscard]] CommandPage jobsPage();

[[nodiscard]] CommandResult recordingLinks(std::span<const std::string> arguments);
[[nodiscard]] CommandPage linksPage();

/// `metrics`: all known metrics with units and exporter names. --json prints [{"name","title","unit","kind","entity",
/// "computed_from" (null: measured), "exporters":[{"exporter","name","factor","offset","query"}]}].
[[nodiscard]] CommandResult knownMetrics(std::span<const std::string> arguments);
[[nodiscard]] CommandPage metricsPage();

[[nodiscard]] CommandResult nodesToPlace(std::span<const std::string> arguments);
[[nodiscard]] CommandPage placePage();

[[nodiscard]] CommandResult planFromRecordings(std::span<const std::string> arguments);
[[nodiscard]] CommandPage planPage();

int runRecord(std::span<const std::string> arguments);
[[nodiscard]] CommandPage recordPage();

[[nodiscard]] CommandResult recordingTenants(std::span<const std::string> arguments);
[[nodiscard]] CommandPage tenantsPage();

} // namespace lockstep
