// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/drain/draincommands.h"
#include "models/analysis/drain/drainfacts.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace lockstep {

namespace {

std::vector<std::string> nodeNames(const DrainEntry& entry, const Topology& topology)
{
    std::vector<std::string> names;
    for (const EntityRef node : entry.nodes)
        names.push_back(topology.name(node));
    return names;
}

std::string tableOf(std::span<const DrainRow> rows, const Topology& topology)
{
    std::string text;
    for (const DrainRow& row : rows) {
        const DrainEntry& entry = row.entry;
        const std::vector<std::string> nodes = nodeNames(entry, topology);
        text += fmt::format("{}: {}\n", drainAdvice(entry), visibleLine(entry.alert.title));
        text += fmt::format("    nodes: {}; job: {}; spare nodes: {}; gain: {}\n",
                            nodes.empty() ? "none" : visibleLine(fmt::format("{}", fmt::join(nodes, ", "))),
                            entry.job.empty() ? "none" : visibleLine(entry.job), entry.hasSpares ? "yes" : "none",
                            entry.verdict.isKnown ? gpuHoursText(entry.verdict.wonGpuSeconds) : "unknown");
    }
    return rows.empty() ? "nothing to drain\n" : text;
}

std::string jsonOf(std::span<const DrainRow> rows, const Topology& topology, TimePoint moment)
{
    JsonWriter json;
    std::set<std::string> excluded;
    json.beginObject().key("moment").text(formatUtc(moment)).key("entries").beginList();
    for (const DrainRow& row : rows) {
        const DrainEntry& entry = row.entry;
        const std::vector<std::string> nodes = nodeNames(entry, topology);
        json.beginObject().key("alert").text(entry.alert.key).key("kind").text(entry.alert.kind);
        json.key("title").text(entry.alert.title).key("since").text(formatUtc(entry.alert.onset));
        json.texts("nodes", nodes).key("advice").text(drainAdvice(entry));
        json.key("drain").text(entry.isWorthDraining() ? "yes" : entry.nodes.empty() ? "no" : "optional");
        json.key("job").text(entry.job).key("spares").text(entry.hasSpares ? "yes" : "none");
        json.key("won_gpu_s").number(entry.verdict.wonGpuSeconds);
        json.key("remedy").text(toText(entry.remedy.remedy)).key("mend_s").number(entry.remedy.mendSeconds);
        json.endObject();
        if (entry.isWorthDraining())
            excluded.insert(nodes.begin(), nodes.end());
    }
    json.endList().key("exclude").beginList();
    for (const std::string& node : excluded)
        json.text(node);
    return json.endList().endObject().result() + "\n";
}

/// One node per line, each once.
std::string hostfileOf(std::span<const DrainRow> rows, const Topology& topology, CommandResult& answer)
{
    std::set<std::string> hosts;
    for (const DrainRow& row : rows) {
        for (const std::string& node : nodeNames(row.entry, topology)) {
            if (isHostName(node))
                hosts.insert(node);
            else
                answer.err += fmt::format("omitted, because this is not a valid host name: {}\n", visibleLine(node));
        }
    }
    std::string text;
    for (const std::string& host : hosts)
        text += host + "\n";
    return text;
}

/// A node with several causes is drained for the first one, which is the most urgent.
std::string commandsOf(DrainTool tool, std::span<const DrainRow> rows, const Topology& topology)
{
    std::string text = "# Commands from lockstep drain. Nothing has been run. Review them before use.\n";
    std::set<std::string> done;
    for (const DrainRow& row : rows) {
        std::vector<std::string> nodes = nodeNames(row.entry, topology);
        std::erase_if(nodes, [&](const std::string& node) { return !done.insert(node).second; });
        text += drainCommands(tool, {nodes, row.entry.alert.kind, row.entry.alert.title});
    }
    return text;
}

CommandResult drainAnswer(const CommandInput& line, Recording& recording)
{
    const RecordedCauses causes(recording);
    const Topology& topology = *causes.topology();
    std::vector<DrainRow> rows = drainRows(drainSource(causes), causes.jobs(), causes.alerts());
    const bool isAll = line.has("--all");
    CommandResult answer;
    if (line.has("--json")) {
        answer.out = jsonOf(rows, topology, causes.range().to);
    } else if (line.flags.size() == (isAll ? 1U : 0U)) {
        answer.out = tableOf(rows, topology);
    } else {
        std::erase_if(rows, [isAll](const DrainRow& row) {
            return row.entry.nodes.empty() || !(isAll || row.entry.isWorthDraining());
        });
        answer.out = line.has("--hostfile")
            ? hostfileOf(rows, topology, answer)
            : commandsOf(line.has("--slurm") ? DrainTool::Slurm : DrainTool::Kubernetes, rows, topology);
    }
    return answer;
}

} // namespace

CommandPage drainPage()
{
    return {
        .name = "lockstep drain",
        .summary = "list the nodes to drain as text, JSON, a host file or commands",
        .synopsis = {"[--json|--hostfile|--slurm|--kubernetes] [--all] PATH"},
        .about = "Lists the causes that are active at the end of a recording and the nodes to take out of\n"
                 "service, most urgent first. Lockstep only prints commands for an operator or a recovery\n"
                 "system; it does not run them.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options
        = {{"--json", "", "print JSON"},
           {"--hostfile", "", "print the nodes that launchers should exclude, one per line"},
           {"--slurm", "", "print scontrol commands"},
           {"--kubernetes", "", "print kubectl commands: cordon, taint, label and annotate"},
           {"--all", "", "include nodes that are cheaper to keep in service, and nodes whose cost is unknown"}},
        .examples = "  lockstep drain --hostfile DIR > exclude && sbatch --exclude=./exclude job.sh\n",
    };
}

CommandResult recordingDrain(std::span<const std::string> arguments)
{
    const CommandPage page = drainPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        if (line.flags.size() > (line.has("--all") ? 2U : 1U))
            return wrongUsage(page, "expected at most one of --json, --hostfile, --slurm and --kubernetes");
        return answerFromRecording(page, line, [&line](Recording& recording) { return drainAnswer(line, recording); });
    });
}

} // namespace lockstep
