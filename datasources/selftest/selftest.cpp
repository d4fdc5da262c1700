// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/selftest.h"

#include "datasources/selftest/gputest.h"
#include "datasources/selftest/hosttests.h"
#include "datasources/text/jsonaccess.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

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

struct Row
{
    const char* name;
    std::string_view metric; ///< represents the test if it cannot be run
    void (*run)(const SelfTestPlan&, const SelfTestSink&);
};

/// In the order of SelfTestKind.
constexpr std::array<Row, 6> rows{{
    {"gpu", metrics::selftest::gpuGemm, testGpus},
    {"cpu", metrics::selftest::cpu, testCpu},
    {"memory", metrics::selftest::memory, testMemory},
    {"disk", metrics::selftest::diskWrite, testDisk},
    {"network", metrics::selftest::network, testNetwork},
    {"peers", metrics::selftest::peers, testPeers},
}};

const Row& rowOf(SelfTestKind kind)
{
    return rows[static_cast<std::size_t>(kind)];
}

constexpr int lowestPriority = 19;
constexpr int mostExpendable = 1000;

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

std::string_view nameOf(SelfTestKind kind)
{
    return rowOf(kind).name;
}

Result<std::set<SelfTestKind>> selfTestKindsFrom(const std::vector<std::string>& names)
{
    std::set<SelfTestKind> kinds;
    for (const std::string& name : names) {
        const auto row = std::ranges::find(rows, std::string_view(name), &Row::name);
        if (row == rows.end())
            return Error{fmt::format("unknown test \"{}\"; expected gpu, cpu, memory, disk, network or peers", name)};
        kinds.insert(static_cast<SelfTestKind>(row - rows.begin()));
    }
    if (kinds.empty())
        return Error{"no test given; expected gpu, cpu, memory, disk, network or peers"};
    return kinds;
}

std::chrono::seconds longestSilence(const SelfTestPlan& plan)
{
    return std::chrono::seconds(60) + std::chrono::ceil<std::chrono::seconds>(10 * plan.each);
}

void runSelfTest(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    const auto restartAlarm = [&plan] {
        ::alarm(static_cast<unsigned>(longestSilence(plan).count()));
    };
    const SelfTestSink watched = [&](SelfTestResult result) {
        sink(std::move(result));
        restartAlarm();
    };
    const bool isPolite = ::setpriority(PRIO_PROCESS, 0, lowestPriority) == 0;
    const std::string refusal
        = isPolite ? std::string() : fmt::format("cannot lower the priority: {}", std::strerror(errno));
    std::ofstream("/proc/self/oom_score_adj") << mostExpendable; // if memory runs out, this process goes first
    restartAlarm();
    for (const SelfTestKind kind : plan.kinds) {
        const Row& row = rowOf(kind);
        if (isPolite)
            row.run(plan, watched);
        else
            watched({std::string(row.metric), {}, SelfTestResult::State::NotRun, {}, refusal});
    }
    ::alarm(0);
}

} // namespace lockstep
