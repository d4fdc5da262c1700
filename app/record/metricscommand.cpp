// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/exporters/exportertable.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/textparts.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace lockstep {

namespace {

struct KnownMetric
{
    const MetricDescriptor* metric = nullptr;
    std::vector<const ScrapedMetric*> scraped;
};

std::vector<KnownMetric> metricsWith(std::string_view text)
{
    std::map<std::string_view, std::vector<const ScrapedMetric*>> scraped;
    for (const ScrapedMetric& each : exporterTable())
        scraped[each.metric].push_back(&each);
    std::vector<KnownMetric> found;
    for (const MetricDescriptor& metric : metricCatalogue()) {
        const std::vector<const ScrapedMetric*>& names = scraped[metric.name];
        const bool hasName
            = std::ranges::any_of(names, [text](const ScrapedMetric* each) { return containsText(each->seen, text); });
        if (hasName || containsText(metric.name, text) || containsText(metric.title, text))
            found.push_back({&metric, names});
    }
    std::ranges::sort(found, {}, [](const KnownMetric& each) { return std::string_view(each.metric->name); });
    return found;
}

const char* kindName(MetricKind kind)
{
    return kind == MetricKind::Counter ? "counter" : "gauge";
}

std::string jsonOf(const std::vector<KnownMetric>& metrics)
{
    JsonWriter json;
    json.beginList();
    for (const auto& [metric, scraped] : metrics) {
        json.beginObject().key("name").text(metric->name).key("title").text(metric->title);
        json.key("unit").text(unitName(metric->unit)).key("kind").text(kindName(metric->kind));
        json.key("entity").text(entityKindName(metric->entityKind)).key("computed_from");
        metric->derivation.empty() ? json.nothing() : json.text(metric->derivation);
        json.key("exporters").beginList();
        for (const ScrapedMetric* each : scraped) {
            json.beginObject().key("exporter").text(each->exporter).key("name").text(each->seen);
            json.key("factor").number(each->factor).key("offset").number(each->offset);
            json.key("query").text(each->query).endObject();
        }
        json.endList().endObject();
    }
    return json.endList().result() + "\n";
}

std::string textOf(const std::vector<KnownMetric>& metrics)
{
    std::string text;
    for (const auto& [metric, scraped] : metrics) {
        text += fmt::format("{:36} {:20} {:7} {}{}\n", metric->name, unitName(metric->unit),
                            entityKindName(metric->entityKind), metric->title,
                            metric->kind == MetricKind::Counter ? " (counter)" : "");
        std::map<std::string_view, std::vector<std::string>> exporters;
        for (const ScrapedMetric* each : scraped) {
            const std::string name
                = each->factor == 1 ? each->seen : fmt::format("{} x {:g}", each->seen, each->factor);
            std::vector<std::string>& names = exporters[each->exporter];
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
        for (const auto& [exporter, names] : exporters)
            text += fmt::format("    {}: {}\n", exporter, fmt::join(names, ", "));
        if (!metric->derivation.empty())
            text += fmt::format("    derivation: {}\n", metric->derivation);
    }
    return text.empty() ? "no matching metric\n" : text;
}

} // namespace

CommandPage metricsPage()
{
    return {
        .name = "lockstep metrics",
        .summary = "list metrics, their units and their names in exporters",
        .synopsis = {"[--json] [TEXT]"},
        .about
        = "Lists the metrics that Lockstep knows: name, unit, entity and title, and their names in exporters.\n\n  "
          "TEXT   only metrics with this text in their name, their title or an exporter's name\n",
        .options = {{"--json", "", "print JSON"}},
        .examples = "  lockstep metrics DCGM_FI_DEV_GPU_TEMP\n",
    };
}

CommandResult knownMetrics(std::span<const std::string> arguments)
{
    const CommandPage page = metricsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) -> CommandResult {
        if (line.rest.size() > 1)
            return wrongUsage(page, "expected one TEXT");
        const std::vector<KnownMetric> metrics
            = metricsWith(line.rest.empty() ? std::string_view() : std::string_view(line.rest.front()));
        return {0, line.has("--json") ? jsonOf(metrics) : textOf(metrics), {}};
    });
}

} // namespace lockstep
