// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/agentcodes.h"

#include "models/core/budget.h"
#include "models/core/eventcodes.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

/// Events from drivers, kernels and jobs of the nodes.
constexpr std::array<std::string_view, 7> agentsCodes{codes::gpuBack,       codes::gpuLost,  codes::gpuXid,
                                                      codes::jobCheckpoint, codes::jobShort, codes::portDown,
                                                      codes::portUp};

/// Prefixes of the program's own codes, up to the first dot.
constexpr std::array<std::string_view, 23> ownGroups{"alert",   "baseline", "clock",  "events", "fabric",   "gpu",
                                                     "job",     "lifetime", "loop",   "metric", "node",     "port",
                                                     "power",   "rack",     "sync",   "link",   "selftest", "serving",
                                                     "storage", "store",    "switch", "source", "target"};

} // namespace

std::string codeFromAgent(std::string_view code)
{
    const std::string_view group = code.substr(0, code.find('.'));
    const bool isOwn = std::ranges::find(ownGroups, group) != ownGroups.end();
    if (!isOwn || std::ranges::find(agentsCodes, code) != agentsCodes.end())
        return std::string(code);
    return (std::string("agent.said.") += code).substr(0, budget::nameBytes);
}

} // namespace lockstep
