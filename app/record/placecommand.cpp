// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "app/record/recordedcauses.h"
#include "datasources/imports/importtext.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/drain/placementhints.h"
#include "models/core/parsenumber.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

constexpr std::size_t maxNodes = 1'000'000;

std::optional<std::size_t> nodeCount(const std::string& text)
{
    const auto count = parseNumber<std::size_t>(text);
    return count && *count > 0 && *count <= maxNodes ? count : std::nullopt;
}

std::string headroomText(const NodeHint& hint, HeadroomKind kind)
{
    if (!hint.headroom)
        return "temperature headroom unknown";
    const std::string kelvin = formatQuantity(std::abs(*hint.headroom), Unit::KelvinDelta);
    const char* const side = *hint.headroom < 0 ? "above" : "below";
    switch (kind) {
    case HeadroomKind::Predicted:
        return fmt::format("hottest GPU predicted {} {} its slowdown limit at full power", kelvin, side);
    case HeadroomKind::Present:
        return fmt::format("hottest GPU now {} {} its slowdown limit", kelvin, side);
    case HeadroomKind::Temperature:
        return fmt::format("hottest GPU now at {}, limit unknown", formatQuantity(-*hint.headroom, Unit::Celsius));
    case HeadroomKind::Unknown:
        break;
    }
    return "temperature headroom unknown";
}

std::string reasonsText(const NodeHint& hint, HeadroomKind kind)
{
    constexpr std::size_t maxRemarks = 3;
    std::string text = hint.leaves.empty() ? "cabling unknown"
        : hint.neighbours == 0
        ? "no other free node on its leaf switches"
        : fmt::format("{} other free node{} on its leaf switches", hint.neighbours, hint.neighbours == 1 ? "" : "s");
    text += "; " + headroomText(hint, kind);
    if (hint.remarks.empty())
        return text + "; no problem found in this recording";
    for (const std::string& remark : std::span(hint.remarks).first(std::min(maxRemarks, hint.remarks.size())))
        text += "; problem: " + remark;
    if (hint.remarks.size() > maxRemarks)
        text += fmt::format("; and {} more", hint.remarks.size() - maxRemarks);
    return text;
}

/// Words for a reason to exclude a node. The table is indexed by NodeHint::Excluded.
struct ExclusionRow
{
    const char* word; ///< for JSON
    const char* text; ///< before what the hint says
};
constexpr ExclusionRow exclusions[]{{"", ""},
                                    {"silent", "no data from its GPUs, so their state is unknown"},
                                    {"drained", "drained or down, according to the scheduler"},
                                    {"held", "held by "},
                                    {"faulty", ""},
                                    {"port_down", "port down: "}};
constexpr const char* headroomWords[]{"unknown", "predicted", "present", "temperature"}; ///< by HeadroomKind

const ExclusionRow& exclusionOf(const NodeHint& hint)
{
    return exclusions[static_cast<std::size_t>(hint.excluded)];
}

std::string textOf(const PlacementHints& hints, const Topology& topology, std::size_t wanted, TimePoint moment)
{
    const std::size_t groups = hints.leafGroups(wanted);
    std::string text = fmt::format(
        "{}: {} of {} nodes free, {} requested{}\n", formatUtc(moment), hints.free.size(),
        hints.free.size() + hints.excluded.size(), wanted,
        hints.free.empty() ? std::string()
            : groups == 0  ? std::string("; the cabling of some of them is unknown")
            : groups == 1  ? std::string("; the suggested nodes share the same leaf switches")
                           : fmt::format("; the suggested nodes are on {} different sets of leaf switches", groups));
    for (std::size_t at = 0; at < hints.free.size(); ++at) {
        const NodeHint& hint = hints.free[at];
        text += fmt::format("{:>4} {} {}: {}\n", at + 1, at < wanted ? "place" : "spare",
                            visibleLine(topology.name(hint.node)), visibleLine(reasonsText(hint, hints.headroom)));
    }
    std::map<std::string, std::vector<std::string_view>> excluded; // by reason
    for (const NodeHint& hint : hints.excluded)
        excluded[exclusionOf(hint).text + hint.because].push_back(topology.name(hint.node));
    for (const auto& [reason, nodes] : excluded)
        text += fmt::format("   - {}: {}\n", visibleLine(reason),
                            visibleLine(fmt::format("{}", fmt::join(nodes, ", "))));
    return text;
}

std::string jsonOf(const PlacementHints& hints, const Topology& topology, std::size_t wanted, TimePoint moment)
{
    JsonWriter json;
    json.beginObject().field("moment", formatUtc(moment)).key("wanted").number(wanted);
    json.field("headroom", headroomWords[static_cast<std::size_t>(hints.headroom)]).key("place").beginList();
    for (const NodeHint& hint : std::span(hints.free).first(std::min(wanted, hints.free.size())))
        json.text(topology.name(hint.node));
    json.endList().key("free").beginList();
    for (const NodeHint& hint : hints.free) {
        json.beginObject().field("node", topology.name(hint.node)).key("headroom_k").number(hint.headroom);
        json.key("leaves").beginList();
        for (const EntityRef leaf : hint.leaves)
            json.text(topology.name(leaf));
        json.endList().texts("causes", hint.remarks).endObject();
    }
    json.endList().key("excluded").beginList();
    for (const NodeHint& hint : hints.excluded)
        json.beginObject()
            .field("node", topology.name(hint.node))
            .field("reason", exclusionOf(hint).word)
            .field("because", hint.because)
            .endObject();
    return json.endList().endObject().result() + "\n";
}

CommandResult answerOf(Recording& recording, std::size_t wanted, std::optional<TimePoint> until, bool isJson)
{
    const RecordedCauses causes(recording, until);
    const Topology& topology = *causes.topology();
    const DependencyGraph graph(topology, causes.jobs());
    const std::vector<DrainedJob> jobs = runningJobs(drainSource(causes), causes.jobs());
    const std::vector<Alert> alerts = causes.alerts();
    const PlacementFacts facts{graph, [&](std::string_view metric) { return causes.newest(metric); }, jobs, alerts};
    const PlacementHints hints = placementHints(facts, wanted);
    const TimePoint moment = causes.range().to;
    CommandResult answer{
        0, isJson ? jsonOf(hints, topology, wanted, moment) : textOf(hints, topology, wanted, moment), {}};
    if (hints.free.size() < wanted)
        answer.addProblems({fmt::format("only {} of the {} requested nodes are free", hints.free.size(), wanted)});
    return answer;
}

/// Options of the page without those of this command.
std::vector<std::string> optionsOf(const CommandInput& line)
{
    std::vector<std::string> options;
    for (const auto& [name, value] : line.options)
        if (name != "--until")
            options.insert(options.end(), {name, value});
    return options;
}

} // namespace

CommandPage placePage()
{
    return withSources({
        .name = "lockstep place",
        .summary = "list the free nodes that suit a new job best, and why",
        .synopsis = {"[--json] [--until T] N PATH",
                     "[--json] [--duration S] N --prometheus URL | --connect HOST:PORT,... | --cluster FILE"},
        .about = "Lists free nodes for a job of N nodes, best first. It prefers nodes on leaf switches that can\n"
                 "hold the whole job, then nodes without known problems, then the coolest nodes. Excluded nodes\n"
                 "follow, with the reason. The data sources are those of lockstep record.\n\n"
                 "  N      number of nodes of the job\n"
                 "  PATH   recording: a folder or a single file; the nodes are chosen by their state at its end\n",
        .options
        = {{"--json", "", "print JSON"},
           {"--until", "T",
            "choose nodes by their state at this time instead of the end of the recording; ISO 8601 or Unix time"},
           {"--duration", "S", "seconds to read from the data sources (default 30)", NumberLimits{}}},
        .examples = "  lockstep place 16 site\n",
    });
}

CommandResult nodesToPlace(std::span<const std::string> arguments)
{
    const CommandPage page = placePage();
    return runCommand(page, arguments, [&page](const CommandInput& line) {
        const std::optional<std::size_t> wanted = line.rest.empty() ? std::nullopt : nodeCount(line.rest.front());
        if (!wanted)
            return wrongUsage(page, "expected N, the number of nodes, at least 1");
        const bool isJson = line.has("--json");
        const std::optional<std::string> until = line.option("--until");
        const std::optional<TimePoint> moment = until ? parseMoment(*until) : std::nullopt;
        if (until && !moment)
            return wrongUsage(page, "--until: expected a time such as 2026-11-21T03:12:44Z or 1795230764");
        const auto answerFrom = [&](const std::string& path) {
            CommandInput recorded;
            recorded.rest = {path};
            return answerFromRecording(
                page, recorded, [&](Recording& recording) { return answerOf(recording, *wanted, moment, isJson); });
        };
        const std::vector<std::string> sources = optionsOf(line);
        if (line.rest.size() == 1 && !sources.empty() && !until)
            return answerFromSources(sources, answerFrom);
        return line.rest.size() == 2 && sources.empty() ? answerFrom(line.rest.back())
                                                        : wrongUsage(page, "expected one PATH, or a data source");
    });
}

} // namespace lockstep
