// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/topologycommand.h"

#include "datasources/text/commandpage.h"
#include "datasources/text/outputfile.h"
#include "datasources/topologyimports/planmerge.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"
#include "models/core/topology/cablingcheck.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep {

namespace {

/// "9 racks, 34 nodes, 72 links"
std::string contentsOf(const TopologyPart& part)
{
    const std::tuple<std::size_t, std::string_view, std::string_view> kinds[] = {
        {part.plan.racks.size(), "rack", "racks"},
        {part.plan.nodes.size(), "node", "nodes"},
        {part.plan.switches.size(), "switch", "switches"},
        {part.plan.links.size() + part.logical.size(), "planned link", "planned links"},
        {part.plan.wired.size(), "discovered link", "discovered links"},
        {part.plan.feeds.size(), "power feed", "power feeds"},
        {part.plan.loops.size(), "cooling loop", "cooling loops"},
        {part.plan.storage.size(), "storage system", "storage systems"},
        {part.plan.pools.size(), "service pool", "service pools"},
        {part.plan.owners.size(), "owner", "owners"},
        {part.plan.runs.size(), "run", "runs"},
        {part.plan.targets.size(), "target", "targets"},
        {part.plan.bandwidths.size(), "bus bandwidth", "bus bandwidths"},
        {part.models.size(), "model", "models"},
    };
    std::string text;
    for (const auto& [count, one, more] : kinds) {
        if (count > 0)
            text += (text.empty() ? "" : ", ") + counted(count, one, more);
    }
    return text.empty() ? "nothing" : text;
}

/// Escapes names from files, which may have any length and content.
std::string reportLine(std::string_view text)
{
    constexpr std::size_t longest = 500;
    const bool isLong = text.size() > longest;
    return fmt::format("  {}{}\n", visibleLine(text.substr(0, longest)), isLong ? "..." : "");
}

void reportFile(const TopologyImport& import, std::string& report)
{
    const TopologyNotes& notes = import.part.notes;
    report += fmt::format("{} ({}): {}\n", import.part.origin, import.format, contentsOf(import.part));
    for (const TopologyNotes::Note& note : notes.kept()) {
        report += note.line == 0 ? reportLine(note.text) : reportLine(fmt::format("line {}: {}", note.line, note.text));
    }
    if (notes.count() > notes.kept().size())
        report += fmt::format("  and {} more\n", notes.count() - notes.kept().size());
}

void reportTexts(std::string_view title, const MergeTexts& texts, std::string& report)
{
    if (texts.count == 0)
        return;
    report += fmt::format("{}:\n", title);
    for (const std::string& text : texts.kept)
        report += reportLine(text);
    if (texts.count > texts.kept.size())
        report += fmt::format("  and {} more\n", texts.count - texts.kept.size());
}

/// Compares the actual cabling with the plan.
void reportCabling(const Topology& topology, std::string& report)
{
    const CablingCheck check = checkCabling(topology);
    if (check.planned == 0)
        return;
    report += fmt::format("Cabling: {}; as planned: {}, not discovered: {}, different: {}\n",
                          counted(check.planned, "planned link", "planned links"), check.agreeing, check.unseen,
                          check.faults.size());
    for (std::size_t at = 0; at < std::min(check.faults.size(), MergeTexts::maxKept); ++at)
        report += reportLine(fmt::format("{}", fmt::join(linesOf(check.faults[at], topology), "; ")));
    if (check.faults.size() > MergeTexts::maxKept)
        report += fmt::format("  and {} more\n", check.faults.size() - MergeTexts::maxKept);
}

CommandResult mergeFiles(const CommandInput& line)
{
    CommandResult answer;
    std::vector<TopologyImport> imports;
    for (const std::string& path : line.rest) {
        Result<TopologyImport> import = readTopologyFile(path);
        if (!import.isOk())
            return {1, {}, answer.err + visibleLine(import.error().message) + "\n"};
        reportFile(import.value(), answer.err);
        imports.push_back(std::move(import).value());
    }
    if (const auto name = line.option("--name"))
        imports.front().part.plan.name = *name;
    const MergedTopology merged = mergeTopology(imports);
    reportTexts("Assumptions", merged.guesses, answer.err);
    reportTexts("Contradictions", merged.contradictions, answer.err);
    reportCabling(*merged.file.topology, answer.err);
    const std::string text = writeClusterFile(merged.file);
    // Ensures that the file can be read before someone starts the window with it.
    if (const auto again = parseClusterFile(text, "the cluster file");
        !again.isOk() || text.size() > budget::planFileBytes)
        return {1,
                {},
                answer.err + "the merged cluster file is invalid: "
                    + (again.isOk() ? std::string("it is too large") : again.error().message) + "\n"};
    const auto out = line.option("--out");
    if (!out) {
        answer.out = text;
        return answer;
    }
    if (const Status written = writeOutput(*out, text); !written.isOk())
        return {1, {}, answer.err + visibleLine(written.error().message) + "\n"};
    const SitePlan& plan = *merged.file.plan;
    answer.out = fmt::format("{}: {}, {}, {}, {}, {}\n", *out, counted(plan.racks.size(), "rack"),
                             counted(plan.nodes.size(), "node"), counted(plan.switches.size(), "switch", "switches"),
                             counted(plan.links.size(), "planned link"), counted(plan.wired.size(), "discovered link"));
    return answer;
}

} // namespace

CommandPage topologyPage()
{
    CommandPage page{
        .name = "lockstep topology",
        .summary = "create a cluster file from inventories and discovery",
        .synopsis = {"FILE... [--out CLUSTER.toml] [--name NAME]"},
        .about = "Creates one cluster file from the inventories of a site. Earlier files take precedence.\n\n"
                 "FILE is one of:\n",
        .options
        = {{"--out", "FILE", "write the cluster file (default: print it)"}, {"--name", "NAME", "name of the cluster"}},
        .examples = "  lockstep topology netbox.json topology.conf --out cluster.toml\n",
    };
    for (const TopologyFormat& format : topologyFormats())
        page.about += fmt::format("  {:<20} {}\n", format.name, format.from);
    return page;
}

CommandResult mergeTopologyFiles(std::span<const std::string> arguments)
{
    const CommandPage page = topologyPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        return line.rest.empty() ? wrongUsage(page, "expected at least one FILE") : mergeFiles(line);
    });
}

} // namespace lockstep
