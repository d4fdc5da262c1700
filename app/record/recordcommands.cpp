// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"

#include "app/record/headlessapplication.h"
#include "datasources/text/outputfile.h"
#include "models/core/visibletext.h"

#include <QTemporaryDir>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace lockstep {

Result<std::vector<NotifierTarget>> notifierTargets(const CommandInput& line, const std::vector<std::string>& urls)
{
    NotifierAccess access{line.option("--alerts-ca").value_or(""), line.option("--alerts-token-file").value_or(""), {}};
    if (const char* token = std::getenv("LOCKSTEP_ALERTS_TOKEN")) // NOLINT(concurrency-mt-unsafe): not set at run time
        access.token = token;
    if (urls.empty() && !(access.caFile.empty() && access.tokenFile.empty()))
        return Error{"--alerts-ca and --alerts-token-file require an alert receiver"};
    std::vector<NotifierTarget> targets;
    for (const std::string& url : urls) {
        Result<NotifierTarget> target = notifierTarget(url, access);
        if (!target.isOk())
            return target.error();
        targets.push_back(std::move(target).value());
    }
    return targets;
}

namespace {

const SubCommand* findCommand(std::span<const SubCommand> commands, std::string_view name)
{
    const auto found = std::ranges::find_if(
        commands, [name](const SubCommand& each) { return each.page().name == fmt::format("lockstep {}", name); });
    return found == commands.end() ? nullptr : &*found;
}

CommandResult help(std::span<const SubCommand> commands, std::span<const std::string> names)
{
    if (names.empty() || names.front() == "--help")
        return {0,
                "Commands that run without a window; \"lockstep help COMMAND\" describes one of them:\n\n"
                    + listOf(commands) + "\nWithout a command, Lockstep opens its window; see lockstep --help.\n",
                {}};
    const SubCommand* const command = findCommand(commands, names.front());
    if (command == nullptr)
        return {2,
                {},
                fmt::format("lockstep help: unknown command {}; expected one of these:\n\n{}", names.front(),
                            listOf(commands))};
    return {0, command->page().usage(), {}};
}

int runExportData(std::span<const std::string> arguments)
{
    bool isWritten = true;
    const CommandResult answer = exportData(arguments, [&isWritten](std::string_view text) {
        isWritten = isWritten && std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    });
    const int code = print(answer);
    return isWritten ? code : 1;
}

int runImport(std::span<const std::string> arguments)
{
    const HeadlessApplication application;
    return print(importRecording(arguments));
}

} // namespace

std::vector<SubCommand> recordSubCommands()
{
    return {
        {alertsPage, printed<recordingAlerts>},
        {coveragePage, printed<detectorCoverage>},
        {drainPage, printed<recordingDrain>},
        {exportDataPage, runExportData},
        {importPage, runImport},
        {infoPage, printed<recordingInfo>},
        {jobsPage, printed<recordingJobs>},
        {linksPage, printed<recordingLinks>},
        {metricsPage, printed<knownMetrics>},
        {placePage, printed<nodesToPlace>},
        {planPage, printed<planFromRecordings>},
        {recordPage, runRecord},
        {tenantsPage, printed<recordingTenants>},
    };
}

CommandPage recordProgramPage()
{
    return {
        .name = "lockstep-record",
        .summary = "record a cluster, and read recordings, without the libraries of the window",
        .synopsis = {"COMMAND ..."},
        .about = "The commands are those of lockstep:\n\n" + listOf(recordSubCommands()),
    };
}

std::string listOf(std::span<const SubCommand> commands)
{
    std::string list;
    for (const SubCommand& each : commands) {
        const CommandPage page = each.page();
        list += fmt::format("  {:<22} {}\n", page.name, page.summary);
    }
    return list;
}

std::optional<int> runSubCommand(std::span<const SubCommand> commands, int argumentCount, char** arguments)
{
    const std::vector<std::string> rest = argumentsFrom(1, argumentCount, arguments);
    if (rest.empty())
        return std::nullopt;
    if (rest.front() == "help")
        return print(help(commands, std::span(rest).subspan(1)));
    const SubCommand* const command = findCommand(commands, rest.front());
    return command == nullptr ? std::nullopt : std::optional(command->run(std::span(rest).subspan(1)));
}

CommandResult answerFromRecording(const CommandPage& page, const CommandInput& line,
                                  const std::function<CommandResult(Recording&)>& command, Recording::Reads reads)
{
    if (line.rest.size() != 1)
        return wrongUsage(page, line.rest.empty() ? "expected the PATH of a recording" : "expected only one PATH");
    Result<Recording> opened = Recording::open(line.rest.front(), {}, reads);
    if (!opened.isOk())
        return failedWith(opened.error().message);
    if (opened.value().ticksWithTiers().isEmpty())
        return failedWith(fmt::format("{}: the recording is empty", line.rest.front()));
    CommandResult answer = command(opened.value());
    answer.addProblems(opened.value().problems());
    if (const auto path = line.option("--out"); path && !answer.out.empty()) {
        if (const Status written = writeOutput(*path, answer.out); !written.isOk())
            return {1, {}, answer.err + visibleLine(written.error().message) + "\n"};
        answer.out = fmt::format("{}: {} bytes\n", *path, answer.out.size());
    }
    return answer;
}

CommandResult answerFromSources(std::vector<std::string> options,
                                const std::function<CommandResult(const std::string& path)>& command)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return {1, {}, folder.errorString().toStdString() + "\n"};
    if (std::ranges::find(options, "--duration") == options.end())
        options.insert(options.end(), {"--duration", "30"});
    const std::string path = folder.filePath(QStringLiteral("recording")).toStdString();
    // Ignore the configuration for continuous recording.
    options.insert(options.end(), {"--out", path, "--config", ""});
    if (const int code = runRecord(options); code != 0)
        return {code, {}, {}};
    return command(path);
}

CommandPage withSources(CommandPage page)
{
    constexpr std::array<std::string_view, 11> ofSources{"--cluster",
                                                         "--connect",
                                                         "--prometheus",
                                                         "--tick",
                                                         "--ca",
                                                         "--cert",
                                                         "--key",
                                                         "--token-file",
                                                         "--prometheus-map",
                                                         "--prometheus-user",
                                                         "--prometheus-password-file"};
    for (const CommandOption& each : recordPage().options) {
        if (std::ranges::find(ofSources, each.name) != ofSources.end())
            page.options.push_back(each);
    }
    return page;
}

} // namespace lockstep
