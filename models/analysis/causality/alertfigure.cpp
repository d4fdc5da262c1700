// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertfigure.h"

#include "models/analysis/causality/causes.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

constexpr float another = 0.03F; ///< minimum relative difference at which a value counts as changed
constexpr TickIndex lateTicks = 5; ///< maximum delay of a column

constexpr std::array figureMetrics{
    std::pair{std::string_view(codes::loopFlow), std::string_view(metrics::loop::flow)},
    std::pair{std::string_view(codes::loopSupply), std::string_view(metrics::loop::supplyTemperature)}};

/// Null: no figure in the title.
const MetricDescriptor* metricOf(const Alert& alert, const ClusterStore& store)
{
    const MetricId id = alert.figure ? store.metrics().find(alert.figure->metric) : MetricId{};
    return id.isValid() ? &store.metrics().descriptor(id) : nullptr;
}

std::string withFigure(const Alert& alert, const std::string& figure)
{
    return fmt::format("{}, {}{}", alert.title.substr(0, alert.headLength), figure,
                       alert.title.substr(alert.headLength));
}

bool isAnother(float value, float told)
{
    return !std::isnan(value) && std::abs(value - told) > another * std::max(std::abs(value), std::abs(told));
}

} // namespace

std::string_view figureMetric(std::string_view code)
{
    const auto known = std::ranges::find(figureMetrics, code, [](const auto& each) { return each.first; });
    if (known != figureMetrics.end())
        return known->second;
    const std::string_view limit = codes::metricLimit;
    return code.starts_with(limit) && code.size() > limit.size() ? code.substr(limit.size() + 1) : std::string_view();
}

std::string titleAt(const Alert& alert, const ClusterStore& store, TimePoint moment)
{
    const bool isSilence = alert.kind == kinds::nodeSilent && !alert.end && !alert.chain.empty()
        && alert.chain.front().kind == FindingKind::NodeSilent && !alert.chain.front().isOver;
    if (isSilence) { // the report states the duration of the silence
        const auto lasts = std::chrono::floor<std::chrono::seconds>(moment - alert.onset);
        return withFigure(alert, "for " + formatQuantity(static_cast<double>(lasts.count()), Unit::Seconds) + " now");
    }
    const MetricDescriptor* const metric = alert.end ? nullptr : metricOf(alert, store);
    if (metric == nullptr)
        return alert.title;
    const TickIndex tick = tickIndexOf(moment, store.tickPeriod());
    std::vector<float> values;
    store.series(store.metrics().find(metric->name), alert.figure->entity.index, {tick - lateTicks, tick + 1}, values);
    const auto last = std::find_if(values.rbegin(), values.rend(), [](float value) { return !std::isnan(value); });
    if (last == values.rend() || !isAnother(*last, alert.figure->told))
        return alert.title;
    return withFigure(alert, formatValue(*metric, *last) + " now");
}

std::string titleOfWorst(const Alert& alert, const ClusterStore& store, TimePoint until)
{
    const MetricDescriptor* const metric = metricOf(alert, store);
    if (metric == nullptr)
        return alert.title;
    const Duration period = store.tickPeriod();
    std::vector<float> values;
    store.series(store.metrics().find(metric->name), alert.figure->entity.index,
                 {tickIndexOf(alert.onset, period), tickIndexOf(alert.end.value_or(until), period) + 1}, values);
    float worst = alert.figure->told;
    for (const float value : values) {
        if (isAnother(value, alert.figure->told) && isWorse(*metric, value, worst))
            worst = value;
    }
    return worst == alert.figure->told ? alert.title : withFigure(alert, "worst " + formatValue(*metric, worst));
}

} // namespace lockstep
