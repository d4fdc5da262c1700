// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/subcommand.h"

#include "app/analyze/commandanswer.h"
#include "app/record/alertscommand.h"
#include "app/record/coveragecommand.h"
#include "app/record/draincommand.h"
#include "app/record/exportdatacommand.h"
#include "app/record/importcommand.h"
#include "app/record/infocommand.h"
#include "app/record/jobscommand.h"
#include "app/record/metricscommand.h"
#include "app/record/recordcommand.h"
#include "app/record/tenantscommand.h"
#include "datasources/text/commandpage.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

const SubCommand* findCommand(std::span<const SubCommand> commands, std::string_view name)
{
    const auto found = std::ranges::find_if(
        commands, [name](const SubCommand& each) { return each.page().name == fmt::format("lockstep {}", name); });
    return found == commands.end() ? nullptr : &*found;
}

CommandAnswer help(std::span<const SubCommand> commands, std::span<const std::string> names)
{
    if (names.empty())
        return {0,
                "Commands that need no window; lockstep help COMMAND describes one:\n\n" + listOf(commands)
                    + "\nWithout a command, lockstep opens its window; see lockstep --help.\n",
                {}};
    const SubCommand* const command = findCommand(commands, names.front());
    if (command == nullptr)
        return {
            2,
            {},
            fmt::format("lockstep help: no command {}; expected one of these:\n\n{}", names.front(), listOf(commands))};
    return {0, command->page().usage(), {}};
}

} // namespace

std::vector<SubCommand> recordSubCommands()
{
    return {
        {alertsPage, runAlerts}, {coveragePage, runCoverage}, {drainPage, runDrain}, {exportDataPage, runExportData},
        {importPage, runImport}, {infoPage, runInfo},         {jobsPage, runJobs},   {metricsPage, runMetrics},
        {recordPage, runRecord}, {tenantsPage, runTenants},
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

} // namespace lockstep
