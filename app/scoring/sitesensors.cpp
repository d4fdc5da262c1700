// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/sitesensors.h"

#include "datasources/exporters/exportertable.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace lockstep::scoring {

namespace {

constexpr double maxBias = 3; ///< K
constexpr double powerNoise = 0.01;
constexpr std::uint32_t scrapesALoss = 200;

/// Whether exporters provide a counter, whose rate is a mean over the scrape interval.
bool isCounted(const MetricDescriptor& metric)
{
    return metric.entityKind == EntityKind::Port
        ? metric.name != metrics::port::up && metric.name != metrics::port::rate
        : metric.name == metrics::gpu::eccCorrected || metric.name == metrics::gpu::eccUncorrected;
}

/// A setting, which has no noise.
bool isLimit(const MetricDescriptor& metric)
{
    return metric.name.find("limit") != std::string::npos;
}

bool isOfMachine(EntityKind kind)
{
    static constexpr std::array kinds{EntityKind::Node, EntityKind::Gpu, EntityKind::Port, EntityKind::Sensor};
    return std::ranges::find(kinds, kind) != kinds.end();
}

/// Whether the entity is the reporting node or part of it, and not a switch or another node.
bool isOfReporter(const NodeLayout& layout, std::uint32_t entity)
{
    while (entity != 0) {
        const EntityDescriptor& described = layout.entities[entity];
        if (!isOfMachine(described.kind) || layout.isOtherNode(entity) || described.parent >= layout.entities.size())
            return false;
        entity = described.parent;
    }
    return true;
}

} // namespace

std::optional<SensorSet> sensorSetNamed(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, SensorSet>, 4> sets{{{"full", SensorSet::Full},
                                                                                 {"agent", SensorSet::Agent},
                                                                                 {"dcgm+node", SensorSet::DcgmNode},
                                                                                 {"dcgm", SensorSet::Dcgm}}};
    const auto found = std::ranges::find(sets, name, &std::pair<std::string_view, SensorSet>::first);
    return found == sets.end() ? std::nullopt : std::optional(found->second);
}

SiteSensors::SiteSensors(const SiteOptions& options, std::uint64_t seed)
    : m_options(options), m_random(sim::Random(seed).fork(31))
{
    for (const ScrapedMetric& each : exporterTable()) {
        if (each.exporter == "dcgm-exporter"
            || (each.exporter == "node_exporter" && options.sensors == SensorSet::DcgmNode))
            m_scraped.insert(each.metric);
    }
}

bool SiteSensors::hasMetric(const MetricDescriptor& metric) const
{
    switch (m_options.sensors) {
    case SensorSet::Full:
        return true;
    case SensorSet::Agent:
        return isOfMachine(metric.entityKind);
    case SensorSet::DcgmNode:
    case SensorSet::Dcgm:
        break;
    }
    // Exporters read sensors of boards and processors, not of cooling.
    return metric.entityKind != EntityKind::Sensor && m_scraped.contains(metric.name);
}

const SiteSensors::Layout& SiteSensors::layoutOf(const NodeTick& tick)
{
    const auto [known, isNew] = m_layouts.try_emplace(tick.layout);
    Layout& made = known->second;
    if (!isNew)
        return made;
    auto layout = std::make_shared<NodeLayout>();
    layout->id = tick.layout->id;
    layout->metrics = tick.layout->metrics;
    std::map<std::uint32_t, std::uint32_t> places; // parents of the measured entities
    const std::function<std::uint32_t(std::uint32_t)> placeOf = [&](std::uint32_t entity) {
        if (entity == EntityDescriptor::clusterScope)
            return entity;
        const EntityDescriptor& described = tick.layout->entities[entity];
        const std::uint32_t parent = entity == 0 ? 0 : placeOf(described.parent);
        const auto [place, isFirst] = places.try_emplace(entity, static_cast<std::uint32_t>(layout->entities.size()));
        if (isFirst) {
            layout->entities.push_back(described);
            layout->entities.back().parent = parent;
        }
        return place->second;
    };
    placeOf(0);
    std::size_t at = 0;
    for (const ColumnDescriptor& column : tick.layout->columns) {
        const MetricDescriptor& metric = tick.layout->metrics[column.metric];
        const bool isOwn = m_options.sensors == SensorSet::Full
            || std::ranges::all_of(column.entities,
                                   [&](std::uint32_t entity) { return isOfReporter(*tick.layout, entity); });
        for (std::size_t each = 0; each < column.entities.size(); ++each, ++at) {
            if (!isOwn || !hasMetric(metric))
                continue;
            made.from.push_back(at);
            made.isRate.push_back(isCounted(metric));
            made.isTemperature.push_back(metric.unit == Unit::Celsius && !isLimit(metric));
            made.isPower.push_back(metric.unit == Unit::Watt && !isLimit(metric));
            if (metric.name == metrics::gpu::temperature)
                made.xids.emplace_back(column.entities[each], at);
        }
        if (!isOwn || !hasMetric(metric))
            continue;
        ColumnDescriptor& kept = layout->columns.emplace_back(column);
        std::ranges::transform(column.entities, kept.entities.begin(), placeOf);
    }
    if (m_options.hasAgents())
        made.xids.clear(); // agents report events
    if (!made.xids.empty()) {
        ColumnDescriptor& xids = layout->columns.emplace_back();
        xids.metric = static_cast<std::uint32_t>(layout->metrics.size());
        layout->metrics.push_back(*findMetric(metrics::gpu::xid));
        for (const auto& [gpu, value] : made.xids)
            xids.entities.push_back(placeOf(gpu));
        for (std::vector<bool>* const flags : {&made.isRate, &made.isTemperature, &made.isPower})
            flags->resize(made.from.size() + made.xids.size(), false);
    }
    if (!layout->columns.empty())
        made.layout = std::move(layout);
    return made;
}

std::optional<NodeTick> SiteSensors::measured(std::size_t node, const NodeTick& tick)
{
    if (m_options.sensors == SensorSet::Full)
        return tick;
    const Layout& layout = layoutOf(tick);
    if (!layout.layout)
        return std::nullopt;
    NodeTick seen{tick.time, layout.layout, {}, {}, {}};
    for (const std::size_t at : layout.from)
        seen.values.push_back(tick.values[at]);
    for (const Event& event : tick.events) {
        if (event.code == codes::gpuXid)
            m_xids[{node, event.entity}] = static_cast<float>(event.fields.xid);
    }
    for (const auto& [gpu, value] : layout.xids) {
        const auto last = m_xids.find({node, gpu});
        const bool isGone = std::isnan(tick.values[value]);
        seen.values.push_back(isGone ? noData : last == m_xids.end() ? 0 : last->second);
    }
    if (m_options.hasSpans())
        seen.spans = tick.spans;
    if (m_options.hasAgents())
        seen.events = tick.events;
    return seen;
}

std::optional<NodeTick> SiteSensors::scraped(std::size_t node, const NodeTick& tick, std::uint64_t second)
{
    std::optional<NodeTick> seen = measured(node, tick);
    if (!seen)
        return std::nullopt;
    const Layout& layout = layoutOf(tick);
    Sums& sums = m_sums[node];
    sums.values.resize(seen->values.size());
    sums.counts.resize(seen->values.size());
    for (std::size_t at = 0; at < seen->values.size(); ++at) {
        if (layout.isRate[at] && !std::isnan(seen->values[at])) {
            sums.values[at] += static_cast<double>(seen->values[at]);
            ++sums.counts[at];
        }
    }
    std::ranges::move(seen->events, std::back_inserter(sums.events));
    if (second % m_options.intervalSeconds != 0)
        return std::nullopt;
    seen->events = sums.events;
    for (std::size_t at = 0; at < seen->values.size(); ++at) {
        if (sums.counts[at] > 0)
            seen->values[at]
                = static_cast<float>(std::exchange(sums.values[at], 0) / std::exchange(sums.counts[at], 0));
    }
    if (m_options.isNoisy) {
        addNoise(layout, sums, seen->values);
        if (m_random.below(scrapesALoss) == 0)
            return std::nullopt; // events are sent with the next one
    }
    sums.events.clear();
    return seen;
}

void SiteSensors::addNoise(const Layout& layout, Sums& sums, std::vector<float>& values)
{
    while (sums.biases.size() < values.size())
        sums.biases.push_back(static_cast<float>(std::clamp(m_random.normal(), -maxBias, maxBias)));
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (layout.isTemperature[at])
            values[at] = std::round(values[at] + sums.biases[at]);
        else if (layout.isPower[at])
            values[at] *= static_cast<float>(1 + powerNoise * m_random.normal());
    }
}

} // namespace lockstep::scoring
