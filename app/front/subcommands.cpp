// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/front/subcommands.h"

#include "app/export/exportcommand.h"
#include "app/record/alertscommand.h"
#include "app/record/coveragecommand.h"
#include "app/record/exportdatacommand.h"
#include "app/record/importcommand.h"
#include "app/record/infocommand.h"
#include "app/record/metricscommand.h"
#include "app/record/recordcommand.h"
#include "app/record/tenantscommand.h"
#include "app/topology/topologycommand.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

struct SubCommand
{
    std::string_view name;
    int (*run)(std::span<const std::string> arguments);
};

constexpr auto subCommands = std::to_array<SubCommand>({
    {"alerts", runAlerts},
    {"coverage", runCoverage},
    {"export", runExport},
    {"export-data", runExportData},
    {"import", runImport},
    {"info", runInfo},
    {"metrics", runMetrics},
    {"record", runRecord},
    {"tenants", runTenants},
    {"topology", runTopology},
});

} // namespace

std::optional<int> runSubCommand(int argumentCount, char** arguments)
{
    for (const SubCommand& each : subCommands) {
        if (argumentCount > 1 && each.name == arguments[1]) {
            const std::vector<std::string> rest(arguments + 2, arguments + argumentCount);
            return each.run(rest);
        }
    }
    return std::nullopt;
}

} // namespace lockstep
