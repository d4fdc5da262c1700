// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/exporters/exportertable.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/coverage.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

std::vector<bool> measuredIn(Recording& recording, std::string_view metric, TickIndex first)
{
    const MetricId id = recording.metrics().find(metric);
    std::vector<bool> measured;
    if (!id.isValid())
        return measured;
    const RecordedBlock block = recording.block(id, first);
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
        const std::span<const float> row = block.row(tick);
        measured.resize(std::max(measured.size(), row.size()));
        for (std::size_t entity = 0; entity < row.size(); ++entity) {
            if (!std::isnan(row[entity]))
                measured[entity] = true;
        }
    }
    return measured;
}

/// At some moments of the recording, its last among them.
std::vector<DetectorState> standingsOf(Recording& recording)
{
    constexpr std::size_t moments = 24;
    const std::vector<TickIndex> blocks = recording.blocksWithin(recording.ticks());
    std::vector<DetectorState> standings;
    for (std::size_t at = 0; at < std::min(moments, blocks.size()); ++at) {
        // The first and last block of a source are usually incomplete, so the block before the last is used.
        const std::size_t last = blocks.size() > 2 ? blocks.size() - 2 : blocks.size() - 1;
        const TickIndex first = blocks[moments < blocks.size() ? at * last / (moments - 1) : std::min(at, last)];
        const TimePoint time = timeOfTick(std::max(first, recording.ticks().from), recording.tickPeriod());
        std::vector<DetectorCoverage> coverage = coverageOf(
            *recording.topology(), [&](std::string_view metric) { return measuredIn(recording, metric, first); });
        for (std::size_t row = 0; row < coverage.size(); ++row) {
            if (standings.size() <= row)
                standings.push_back({coverage[row], time});
            else if (standings[row].coverage.state() != coverage[row].state())
                standings[row].since = time;
            standings[row].coverage = std::move(coverage[row]);
        }
    }
    return standings;
}

std::string textOf(const std::vector<DetectorState>& standings)
{
    std::string text;
    for (const auto& [coverage, since] : standings) {
        const bool isBlind = coverage.state() == DetectorCoverage::State::Blind;
        text += fmt::format("{:8} {:31} since {}  {}\n", isBlind ? "no data" : coverage.stateName(),
                            coverage.detector->name, formatUtc(*since), coverage.evidence());
        for (const RequiredMetric& need : coverage.missing)
            text += fmt::format("         {:31} {}\n", "", remedyOf(need, offersOf));
    }
    return text + fmt::format("{} of {} detectors have no data\n", blindCount(standings), standings.size());
}

std::string jsonOf(const std::vector<DetectorState>& standings)
{
    JsonWriter json;
    json.beginList();
    for (const auto& [coverage, since] : standings) {
        json.beginObject().key("detector").text(coverage.detector->name);
        json.key("kind").text(entityKindName(coverage.detector->kind)).key("state").text(coverage.stateName());
        json.key("since").text(formatUtc(*since)).key("entities").number(coverage.entities);
        json.texts("finds", coverage.detector->causes).key("watched").beginList();
        std::size_t way = 0;
        for (const MetricSet& each : coverage.detector->metricSets)
            json.beginObject()
                .key("evidence")
                .text(each.evidence)
                .key("entities")
                .number(coverage.watched[way++])
                .endObject();
        json.endList().key("missing").beginList();
        for (const RequiredMetric& need : coverage.missing) {
            json.beginObject()
                .key("metric")
                .text(need.metric)
                .key("named")
                .text(need.named)
                .key("exporters")
                .beginList();
            for (const MetricOffer& each : offersOf(need.metric))
                json.beginObject().key("exporter").text(each.exporter).key("name").text(each.name).endObject();
            json.endList().endObject();
        }
        json.endList().endObject();
    }
    return json.endList().result() + "\n";
}

CommandResult answerOf(const std::string& path, bool isJson)
{
    Result<Recording> opened = Recording::open(path);
    if (!opened.isOk())
        return failedWith(opened.error().message);
    Recording& recording = opened.value();
    const std::vector<DetectorState> standings = standingsOf(recording);
    if (standings.empty())
        return {1, {}, fmt::format("{}: the recording contains no samples\n", path)};
    CommandResult answer{0, isJson ? jsonOf(standings) : textOf(standings), {}};
    answer.addProblems(recording.problems());
    return answer;
}

} // namespace

CommandPage coveragePage()
{
    return withSources({
        .name = "lockstep coverage",
        .summary = "show which detectors have the metrics that they need",
        .synopsis
        = {"[--json] PATH", "[--json] [--duration S] --prometheus URL | --connect HOST:PORT,... | --cluster FILE"},
        .about = "Shows for each detector whether it has the metrics that it needs, and which metrics would\n"
                 "improve it. The data sources are those of lockstep record.\n\n"
                 "  PATH   recording: a folder or a single file\n",
        .options = {{"--json", "", "print JSON"},
                    {"--duration", "S", "seconds to read from the data sources (default 30)", NumberLimits{}}},
        .examples = "  lockstep coverage --prometheus http://prometheus:9090\n",
    });
}

CommandResult detectorCoverage(std::span<const std::string> arguments)
{
    const CommandPage page = coveragePage();
    return runCommand(page, arguments, [&](const CommandInput& line) {
        const bool isJson = line.has("--json");
        std::vector<std::string> rest(arguments.begin(), arguments.end());
        std::erase(rest, "--json");
        if (line.rest.empty() && !rest.empty())
            return answerFromSources(std::move(rest),
                                     [isJson](const std::string& path) { return answerOf(path, isJson); });
        return rest.size() == 1 ? answerOf(rest.front(), isJson)
                                : wrongUsage(page, "expected one PATH, or a data source");
    });
}

} // namespace lockstep
