// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chartchoice.h"

#include "models/core/metrics/metricnames.h"
#include "models/view/selection.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t maxLines = 8; ///< more colours are not distinguishable
constexpr std::size_t maxCharts = 12;
using metrics::peakSuffix;

bool isPeakOfKnown(const MetricTable& metrics, MetricId id)
{
    const std::string_view name = metrics.descriptor(id).name;
    return name.ends_with(peakSuffix) && metrics.find(name.substr(0, name.size() - peakSuffix.size())).isValid();
}

/// Metrics of a kind worth a chart, most informative first.
std::vector<MetricId> metricsOf(const MetricTable& metrics, EntityKind kind)
{
    std::vector<MetricId> chosen = metrics.ofKind(kind);
    std::erase_if(chosen, [&](MetricId id) {
        return isPeakOfKnown(metrics, id) || metrics.descriptor(id).unit == Unit::Bitmask;
    });
    return chosen;
}

/// The metrics of a file are not known in advance.
bool hasNeverReported(const ClusterStore& store, MetricId metric, const std::vector<EntityRef>& entities)
{
    const std::span<const float> latest = store.latest(metric);
    return !latest.empty() && std::ranges::all_of(entities, [latest](EntityRef entity) {
        return entity.index >= latest.size() || std::isnan(latest[entity.index]);
    });
}

std::vector<EntityRef> withMetrics(const ClusterStore& store, const std::vector<EntityRef>& selected, EntityKind kind)
{
    std::vector<EntityRef> entities;
    for (const EntityRef ref : selected) {
        if (ref.kind == kind && store.topology()->contains(ref))
            entities.push_back(ref);
    }
    if (!store.metrics().ofKind(kind).empty())
        return entities;
    std::vector<EntityRef> children;
    for (const EntityRef ref : entities) {
        for (const EntityRef child : store.topology()->children(ref)) {
            if (!store.metrics().ofKind(child.kind).empty()
                && (children.empty() || children.front().kind == child.kind))
                children.push_back(child);
        }
    }
    return children;
}

} // namespace

MetricId peakMetric(const MetricTable& metrics, MetricId mean)
{
    return metrics.find(metrics.descriptor(mean).name + std::string(peakSuffix));
}

ChartChoice chooseCharts(const ClusterStore& store, const Selection& selection)
{
    ChartChoice choice;
    if (!store.topology())
        return choice;
    choice.isSelected = selection.current().isValid();
    if (choice.isSelected)
        choice.entities = withMetrics(store, selection.selected(), selection.current().kind);
    else if (store.topology()->count(EntityKind::Node) > 0)
        choice.entities = withMetrics(store, {{EntityKind::Node, 0}}, EntityKind::Node);
    if (choice.entities.empty())
        return choice;
    if (choice.entities.size() > maxLines) {
        choice.leftOut = choice.entities.size() - maxLines;
        choice.entities.erase(choice.entities.begin(), choice.entities.end() - maxLines);
    }
    choice.metrics = metricsOf(store.metrics(), choice.entities.front().kind);
    std::erase_if(choice.metrics, [&](MetricId metric) {
        return metric != selection.metric() && hasNeverReported(store, metric, choice.entities);
    });
    if (const auto shared = std::ranges::find(choice.metrics, selection.metric()); shared != choice.metrics.end())
        std::rotate(choice.metrics.begin(), shared, shared + 1);
    choice.metrics.resize(std::min(choice.metrics.size(), maxCharts));
    return choice;
}

} // namespace lockstep
