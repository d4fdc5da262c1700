// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/front/subcommands.h"

#include "app/analyze/analyze.h"
#include "app/diagnostics/diagnosticscommand.h"
#include "app/export/exportcommand.h"
#include "app/topology/topologycommand.h"
#include "datasources/text/commandpage.h"

#include <algorithm>

namespace lockstep {

std::vector<SubCommand> allSubCommands()
{
    std::vector<SubCommand> commands = recordSubCommands();
    // `analyze` is run by the front program; its page is listed here for help.
    commands.insert(commands.end(),
                    {{analyzePage, printed<analyze>},
                     {diagnosticsPage, printed<diagnostics>},
                     {exportPage, runExport},
                     {topologyPage, printed<mergeTopologyFiles>}});
    std::ranges::sort(commands, {}, [](const SubCommand& each) { return each.page().name; });
    return commands;
}

} // namespace lockstep
