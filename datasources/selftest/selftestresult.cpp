// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/selftestresult.h"

#include "datasources/text/jsonaccess.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

using State = SelfTestResult::State;

constexpr std::array<std::string_view, 3> stateNames{"passed", "failed", "not_run"};
constexpr std::array<std::string_view, 3> stateWords{"passed", "FAILED", "not run"};
constexpr std::string_view prefix = "selftest.";
constexpr std::size_t longestText = 300;

Unit unitOf(const std::string& metric)
{
    const MetricDescriptor* const known = findMetric(metric);
    return known == nullptr ? Unit::None : known->unit;
}

} // namespace

std::string toJson(const SelfTestResult& result)
{
    JsonWriter json;
    json.beginObject().field("metric", result.metric).field("entity", result.entity);
    json.field("state", stateNames[static_cast<std::size_t>(result.state)]);
    json.field("unit", unitName(unitOf(result.metric))).key("value").number(result.value);
    return json.field("detail", result.detail).endObject().drain();
}

std::optional<SelfTestResult> selfTestResultFrom(std::string_view jsonLine)
{
    simdjson::dom::parser parser;
    simdjson::dom::element top;
    if (jsonLine.empty() || parser.parse(jsonLine.data(), jsonLine.size()).get(top) != simdjson::SUCCESS)
        return std::nullopt;
    const std::string_view metric = textMember(top, "metric");
    const auto state = std::ranges::find(stateNames, textMember(top, "state"));
    if (!metric.starts_with(prefix) || findMetric(metric) == nullptr || state == stateNames.end())
        return std::nullopt;
    SelfTestResult result;
    result.metric = metric;
    result.entity = textMember(top, "entity").substr(0, longestText);
    result.state = static_cast<State>(std::distance(stateNames.begin(), state));
    result.value = numberMember(top, "value");
    result.detail = visibleText(textMember(top, "detail").substr(0, longestText));
    return result;
}

std::string toTable(std::span<const SelfTestResult> results)
{
    std::size_t metricWidth = 6;
    std::size_t entityWidth = 6;
    for (const SelfTestResult& each : results) {
        metricWidth = std::max(metricWidth, each.metric.size());
        entityWidth = std::max(entityWidth, each.entity.size());
    }
    std::string text = fmt::format("{:<{}}  {:<{}}  {:<7}  {:>12}  detail\n", "metric", metricWidth, "device",
                                   entityWidth, "state", "result");
    for (const SelfTestResult& each : results) {
        const std::string value = each.value ? formatQuantity(*each.value, unitOf(each.metric)) : std::string();
        fmt::format_to(std::back_inserter(text), "{:<{}}  {:<{}}  {:<7}  {:>12}  {}\n", each.metric, metricWidth,
                       each.entity, entityWidth, stateWords[static_cast<std::size_t>(each.state)], value, each.detail);
    }
    return text;
}

} // namespace lockstep
