// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertjson.h"

#include "datasources/text/jsonwriter.h"
#include "models/analysis/causality/culpritname.h"
#include "models/core/units.h"

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

std::string_view severityWord(Severity severity)
{
    return severity == Severity::Critical ? "critical" : "warning";
}

void writeAlertMembers(JsonWriter& json, const Topology& topology, const Alert& alert)
{
    json.key("key").text(alert.key).key("onset").text(formatUtc(alert.onset, 3)).key("end");
    alert.end ? json.text(formatUtc(*alert.end, 3)) : json.nothing();
    json.key("severity").text(severityWord(alert.severity));
    json.key("cause").beginObject().key("kind").text(alert.kind).texts("entities", alert.names).endObject();
    json.key("title").text(alert.title).key("chain").beginList();
    for (const Alert::Stage& stage : alert.chain) {
        json.beginObject().key("what").text(stage.what).key("entities").beginList();
        for (const EntityRef entity : stage.entities)
            json.text(culpritName(topology, entity));
        json.endList().key("since").text(formatUtc(stage.since, 3)).endObject();
    }
    json.endList().key("confidence").number(alert.confidence).key("cost_gpu_s");
    alert.costGpuSeconds ? json.number(*alert.costGpuSeconds) : json.nothing();
    json.texts("owners", alert.owners).key("runbook").text(alert.runbook).key("considered").beginList();
    for (const Alert::Alternative& other : alert.considered)
        json.beginObject().key("kind").text(other.kind).key("why_not").text(other.ruledOutReason).endObject();
    json.endList();
}

} // namespace lockstep
