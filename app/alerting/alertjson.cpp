// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertjson.h"

#include "app/analyze/jsonwriter.h"
#include "models/analysis/causality/culpritname.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cctype>

namespace lockstep {

namespace {

/// "pump_degradation" -> "PumpDegradation", as alert rules are usually named.
std::string ruleName(const std::string& kind)
{
    std::string name;
    bool isFirst = true;
    for (const char each : kind) {
        if (each != '_')
            name += isFirst ? static_cast<char>(std::toupper(static_cast<unsigned char>(each))) : each;
        isFirst = each == '_';
    }
    return name;
}

} // namespace

std::vector<std::pair<std::string, std::string>> alertLabels(const Alert& alert, const std::string& cluster)
{
    std::vector<std::pair<std::string, std::string>> labels{{"alertname", ruleName(alert.kind)},
                                                            {"severity", std::string(severityWord(alert.severity))},
                                                            {"kind", alert.kind}};
    if (!alert.names.empty())
        labels.emplace_back("entity", alert.names.front());
    if (!cluster.empty())
        labels.emplace_back("cluster", cluster);
    return labels;
}

std::string isoMoment(TimePoint time)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time - seconds).count();
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds.time_since_epoch().count()), milliseconds);
}

std::string_view severityWord(Severity severity)
{
    return severity == Severity::Critical ? "critical" : "warning";
}

void writeAlertMembers(JsonWriter& json, const Topology& topology, const Alert& alert)
{
    json.key("key").text(alert.key).key("onset").text(isoMoment(alert.onset)).key("end");
    alert.end ? json.text(isoMoment(*alert.end)) : json.nothing();
    json.key("severity").text(severityWord(alert.severity));
    json.key("cause").open('{').key("kind").text(alert.kind).key("entities").open('[');
    for (const std::string& name : alert.names)
        json.text(name);
    json.close(']').close('}');
    json.key("title").text(alert.title).key("chain").open('[');
    for (const Alert::Stage& stage : alert.chain) {
        json.open('{').key("what").text(stage.what).key("entities").open('[');
        for (const EntityRef entity : stage.entities)
            json.text(culpritName(topology, entity));
        json.close(']').key("since").text(isoMoment(stage.since)).close('}');
    }
    json.close(']').key("confidence").number(alert.confidence).key("cost_gpu_s");
    alert.costGpuSeconds ? json.number(*alert.costGpuSeconds) : json.nothing();
    json.key("owners").open('[');
    for (const std::string& owner : alert.owners)
        json.text(owner);
    json.close(']').key("runbook").text(alert.runbook).key("considered").open('[');
    for (const Alert::Alternative& other : alert.considered)
        json.open('{').key("kind").text(other.kind).key("why_not").text(other.whyNot).close('}');
    json.close(']');
}

} // namespace lockstep
