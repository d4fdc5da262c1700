// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/enginesurvey.h"

#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace lockstep {

namespace {

/// An engine with more has more to do than to count them one by one.
constexpr std::uint64_t maxCounted = 300'000;

using Counts = std::map<std::string, std::uint64_t>;

std::optional<std::uint64_t> scalarOf(PrometheusEngine& engine, const std::string& query, TimePoint now)
{
    std::optional<std::uint64_t> value;
    const auto answer = engine.atMoment(query, now, [&value](LabelViews, std::span<const EngineSample> samples) {
        if (!samples.empty() && samples.back().value >= 0 && samples.back().value < 1e15)
            value = static_cast<std::uint64_t>(samples.back().value);
    });
    return answer.isOk() ? value : std::nullopt;
}

/// Number of series by name: from the server's statistics or, if these are incomplete and the server is small, counted.
/// Unknown ones are omitted.
Counts countsOf(PrometheusEngine& engine, TimePoint now)
{
    Counts counts;
    std::uint64_t all = 0;
    const auto reported = engine.seriesCounts([&](std::string_view name, std::uint64_t count) {
        counts[std::string(name)] = count;
        all += count;
    });
    if (!reported.isOk())
        return counts;
    if (std::max(all, reported.value()) > maxCounted)
        return counts;
    const auto count = [&counts](LabelViews labels, std::span<const EngineSample> samples) {
        for (const auto& [label, value] : labels) {
            if (label == "__name__" && !samples.empty() && samples.back().value >= 0 && samples.back().value < 1e15)
                counts[std::string(value)] = static_cast<std::uint64_t>(samples.back().value);
        }
    };
    (void)engine.atMoment("count by (__name__) ({__name__!=\"\"})", now, count);
    return counts;
}

std::optional<std::uint64_t> countOfName(const Counts& counts, const std::string& name)
{
    const auto found = counts.find(name);
    return found == counts.end() ? std::nullopt : std::optional(found->second);
}

void describeRows(PrometheusEngine& engine, Counts& counts, TimePoint now, EngineSurvey& survey)
{
    std::map<std::string, EngineSurvey::Exporter> exporters;
    for (const EnginePlan::Row& row : survey.plan->rows) {
        const std::string& seen = row.metric.seen;
        if (!counts.contains(seen)) {
            if (const auto count = scalarOf(engine, fmt::format("count({})", seen), now))
                counts[seen] = *count;
        }
        const MetricDescriptor* const known = findMetric(row.metric.metric);
        survey.recognised.push_back({row.metric.exporter, seen, row.metric.metric, known ? known->title : std::string(),
                                     row.interval, countOfName(counts, seen)});
        EngineSurvey::Exporter& exporter = exporters[row.metric.exporter];
        if (exporter.metrics++ == 0) {
            exporter.name = row.metric.exporter;
            exporter.interval = row.interval;
            exporter.targets = scalarOf(engine, fmt::format("count(count by (instance) ({}))", seen), now);
        }
    }
    for (auto& [name, exporter] : exporters)
        survey.exporters.push_back(std::move(exporter));
    std::ranges::sort(survey.recognised, [](const auto& a, const auto& b) {
        return std::tie(a.exporter, a.seen, a.metric) < std::tie(b.exporter, b.seen, b.metric);
    });
}

} // namespace

Result<EngineSurvey> surveyEngine(const EngineEndpoint& endpoint, TimePoint now, const std::stop_token& stop)
{
    const Result<std::string> url = HttpClient::checkedUrl(endpoint.url);
    if (!url.isOk())
        return url.error();
    EngineEndpoint checked = endpoint;
    checked.url = url.value();
    const Result<std::set<std::string>> names = PrometheusEngine(checked, stop).names();
    if (!names.isOk())
        return names.error();
    EngineSurvey survey;
    Result<EnginePlan> plan = exploreEngine(checked, now, stop);
    if (plan.isOk())
        survey.plan = std::make_shared<const EnginePlan>(std::move(plan).value());
    else
        survey.problem = plan.error().message;
    PrometheusEngine engine(checked, stop);
    Counts counts = countsOf(engine, now);
    if (survey.plan)
        describeRows(engine, counts, now, survey);
    std::set<std::string> known;
    for (const EngineSurvey::Recognised& each : survey.recognised)
        known.insert(each.seen);
    if (survey.plan) {
        for (const EnginePlan::Row& row : survey.plan->rows)
            known.insert(row.metric.others.begin(), row.metric.others.end());
    }
    for (const std::string& name : names.value()) {
        if (!known.contains(name))
            survey.unknown.push_back({name, countOfName(counts, name)});
    }
    survey.unknownCount = survey.unknown.size();
    std::ranges::stable_sort(survey.unknown, [](const auto& a, const auto& b) { return a.series > b.series; });
    survey.unknown.resize(std::min(survey.unknown.size(), EngineSurvey::maxUnknown));
    if (stop.stop_requested())
        return Error{checked.url + ": stopped"};
    return survey;
}

} // namespace lockstep
