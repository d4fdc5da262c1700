// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/draincommands.h"

#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t longestReason = 200;
constexpr std::size_t longestHostName = 253;

/// One line, cut between characters.
std::string reasonOf(const DrainOrder& order)
{
    std::string reason = "Lockstep: " + visibleLine(order.title);
    if (reason.size() <= longestReason)
        return reason;
    std::size_t end = 0;
    for (std::size_t next = utf8Length(reason); next > 0 && end + next <= longestReason;
         next = utf8Length(std::string_view(reason).substr(end)))
        end += next;
    return reason.substr(0, end);
}

} // namespace

std::string shellWord(std::string_view text)
{
    std::string word = "'";
    for (const char each : text) {
        if (each == '\'')
            word += "'\\''";
        else if (each != '\0')
            word += each;
    }
    return word + "'";
}

bool isHostName(std::string_view name)
{
    const auto isAllowed = [](char each) {
        return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9')
            || each == '.' || each == '-' || each == '_';
    };
    return !name.empty() && name.size() <= longestHostName && name.front() != '-' && name.front() != '.'
        && std::ranges::all_of(name, isAllowed);
}

std::string drainCommands(DrainTool tool, const DrainOrder& order)
{
    const std::string reason = shellWord(reasonOf(order));
    std::string lines;
    for (const std::string& node : order.nodes) {
        if (!isHostName(node)) {
            lines += fmt::format("# omitted, because its name is not a valid host name: {}\n", visibleLine(node));
        } else if (tool == DrainTool::Slurm) {
            lines += fmt::format("scontrol update nodename={} state=drain reason={}\n", node, reason);
        } else {
            lines += fmt::format("kubectl cordon {}\n", node);
            lines += fmt::format("kubectl taint nodes {} lockstep/cause={}:NoSchedule --overwrite\n", node, order.kind);
            lines += fmt::format("kubectl label nodes {} lockstep/cause={} --overwrite\n", node, order.kind);
            lines += fmt::format("kubectl annotate nodes {} lockstep/reason={} --overwrite\n", node, reason);
        }
    }
    return lines;
}

} // namespace lockstep
