// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/limitanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ranges>
#include <string_view>

namespace lockstep {

namespace {

EntityRef placeOf(const Topology& topology, EntityRef entity)
{
    const EntityRef rack = knownRackOf(topology, entity);
    return rack.isValid() ? rack : entity;
}

/// Derived metrics have their own detectors. Load metrics have no critical limit and are not watched: a CPU may be
/// fully busy while a checkpoint is written.
bool isWatched(const MetricDescriptor& metric)
{
    return metric.critical && metric.direction != Direction::Neutral && metric.derivation.empty();
}

/// GPUs with a higher slowdown limit than this have higher limits of temperature than the catalogue: 100 °C of AMD.
constexpr float usualSlowdown = 90;

float raisedOf(const LimitTick& now, std::size_t entity)
{
    return entity < now.raised.size() && now.raised[entity] > 0 ? now.raised[entity] : 0;
}

} // namespace

std::map<EntityRef, LimitWatch::Beyond> LimitWatch::collectExceeded(const LimitTick& now)
{
    std::map<EntityRef, Beyond> places;
    for (std::uint32_t index = 0; index < now.values.size(); ++index) {
        const EntityRef entity{now.metric.entityKind, index};
        const float value = now.values[index];
        if (std::isnan(value) || !now.topology->contains(entity))
            continue;
        Beyond& beyond = places[placeOf(*now.topology, entity)];
        const float raised = raisedOf(now, index);
        const auto severity = severityOf(now.metric, value - raised);
        if (!severity)
            continue;
        ++beyond.count;
        beyond.severity = std::max(beyond.severity, *severity);
        if (isWorse(now.metric, value - raised, beyond.value - beyond.raised)) {
            beyond.value = value;
            beyond.raised = raised;
            beyond.worst = entity;
        }
    }
    return places;
}

void LimitWatch::step(const LimitTick& now, Derived& out)
{
    // Usually everything is healthy, so no place needs to be looked up.
    Episodes& episodes = m_episodes[now.metric.name];
    const auto isBeyond = [&](std::size_t entity) {
        return severityOf(now.metric, now.values[entity] - raisedOf(now, entity)).has_value();
    };
    if (episodes.isEmpty() && std::ranges::none_of(std::views::iota(std::size_t{0}, now.values.size()), isBeyond))
        return;
    for (const auto& [place, beyond] : collectExceeded(now))
        judge(now, place, beyond, episodes, out);
}

void LimitWatch::judge(const LimitTick& now, EntityRef place, const Beyond& beyond, Episodes& episodes, Derived& out)
{
    const auto tell = [&](EntityRef entity, Severity severity, std::string text, EventFields fields = {}) {
        // A code for each metric, because one may end while another continues.
        std::string code = fmt::format("{}.{}", codes::metricLimit, now.metric.name);
        out.events.push_back({entity, {now.time, severity, 0, std::move(code), std::move(text), std::move(fields)}});
    };
    if (beyond.count == 0) {
        if (const auto news = episodes.notFound({place}, rule, now); news.isOver())
            tell(place, Severity::Information,
                 fmt::format(
                     "{}: {} back within limits after {}", placeText(*now.topology, place), now.metric.title,
                     formatQuantity(std::chrono::duration<double>(now.time - news.since).count(), Unit::Seconds)));
        return;
    }
    if (!episodes.found({place}, rule, now, beyond.severity).isBad())
        return;
    const float limit
        = *(beyond.severity == Severity::Critical ? now.metric.critical : now.metric.warning) + beyond.raised;
    const std::string others
        = beyond.count == 1 ? "" : fmt::format("\n{} more in {}", beyond.count - 1, now.topology->name(place));
    tell(beyond.worst, beyond.severity,
         fmt::format("{}: {} {}, limit {}{}", placeText(*now.topology, beyond.worst), now.metric.title,
                     formatValue(now.metric, beyond.value), formatQuantity(limit, now.metric.unit), others),
         {.others = beyond.count - 1, .value = beyond.value, .baseline = limit, .unit = now.metric.unit});
}

Analysis::Task LimitAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    std::vector<MetricId> watched;
    std::size_t floats = 0;
    for (std::uint32_t id = 0; id < store.metrics().size(); ++id) {
        const MetricDescriptor& metric = store.metrics().descriptor(MetricId{id});
        if (!isWatched(metric))
            continue;
        watched.push_back(MetricId{id});
        floats += store.topology()->count(metric.entityKind);
    }
    const TickRange ticks = m_ticks.take(store, floats);
    if (ticks.isEmpty() || watched.empty())
        return {};
    auto read = std::make_shared<std::vector<LimitTick>>();
    for (const MetricId id : watched) {
        const MetricDescriptor& metric = store.metrics().descriptor(id);
        const std::string_view name = metric.name;
        for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, std::span(&name, 1))) {
            std::vector<float> values = m_ticks.column(store, metric.name, tick);
            if (values.empty())
                continue;
            std::vector<float> raised;
            if (metric.name == metrics::gpu::temperature)
                raised = m_ticks.column(store, metrics::gpu::temperatureSlowdownLimit, tick);
            for (float& limit : raised)
                limit -= usualSlowdown;
            read->push_back({tick, store.topology(), metric, std::move(values), std::move(raised)});
        }
    }
    std::ranges::stable_sort(*read, {}, &LimitTick::time);
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const LimitTick& tick : *read)
            m_watch.step(tick, result.derived);
        return result;
    };
}

} // namespace lockstep
