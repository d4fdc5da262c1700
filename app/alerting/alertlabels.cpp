// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/alertlabels.h"

#include "app/alerting/alertjson.h"

#include <cctype>

namespace lockstep {

namespace {

/// "pump_degradation" -> "PumpDegradation", as rules of alerts are named elsewhere.
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

} // namespace lockstep
