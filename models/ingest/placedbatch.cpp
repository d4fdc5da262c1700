// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/placedbatch.h"

#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

bool isSame(const NodeLayout& a, const NodeLayout& b)
{
    const auto sameMetric = [](const MetricDescriptor& x, const MetricDescriptor& y) {
        return x.name == y.name && x.entityKind == y.entityKind;
    };
    const auto sameEntity = [](const EntityDescriptor& x, const EntityDescriptor& y) {
        return x.kind == y.kind && x.parent == y.parent && x.name == y.name && x.peer == y.peer && x.serves == y.serves;
    };
    const auto sameColumn = [](const ColumnDescriptor& x, const ColumnDescriptor& y) {
        return x.metric == y.metric && x.entities == y.entities;
    };
    return a.id == b.id && std::ranges::equal(a.metrics, b.metrics, sameMetric)
        && std::ranges::equal(a.entities, b.entities, sameEntity)
        && std::ranges::equal(a.columns, b.columns, sameColumn);
}

} // namespace

LayoutPlacement::LayoutPlacement(std::shared_ptr<const NodeLayout> layout, EntityRef node, SourceId source,
                                 TopologyBuilder& topology, MetricTable& metrics, IntakeQuota& quota)
    : m_layout(std::move(layout)), m_source(source)
{
    m_entities = topology.addLayout(node, *m_layout, [&](const EntityDescriptor& entity) {
        const std::string why = quota.addEntity(source, node.index, entity.kind);
        if (!why.empty())
            refuse(m_refusedEntities, entityKindName(entity.kind), entity.name, why);
        return why.empty();
    });
    m_nodes = topology.count(EntityKind::Node);
    for (std::size_t at = 1; at < m_layout->entities.size(); ++at) {
        const bool isOther = m_layout->isOtherNode(at); // its own agent reports it
        m_hasUnknownNodes |= isOther && !m_entities[at].isValid();
        if (!isOther && m_layout->entities[at].parent == EntityDescriptor::clusterScope && m_entities[at].isValid())
            m_clusterScoped.push_back(m_entities[at]);
    }
    std::uint32_t firstValue = 0;
    for (const ColumnDescriptor& column : m_layout->columns) {
        placeColumn(column, firstValue, metrics, quota);
        firstValue += static_cast<std::uint32_t>(column.entities.size());
    }
}

void LayoutPlacement::refuse(std::size_t& count, std::string_view what, const std::string& name, const std::string& why)
{
    if (m_refusedEntities + m_refusedMetrics == 0)
        m_firstRefusal = fmt::format("{} {}: {}", what, name, why);
    ++count;
}

std::uint32_t LayoutPlacement::widthOf(const ColumnDescriptor& column, EntityKind kind) const
{
    std::uint32_t width = 0;
    for (const std::uint32_t index : column.entities) {
        if (index < m_entities.size() && m_entities[index].kind == kind && m_entities[index].isValid())
            width = std::max(width, m_entities[index].index + 1);
    }
    return width;
}

void LayoutPlacement::placeColumn(const ColumnDescriptor& column, std::uint32_t firstValue, MetricTable& metrics,
                                  IntakeQuota& quota)
{
    if (column.metric >= m_layout->metrics.size())
        return;
    const MetricDescriptor& announced = m_layout->metrics[column.metric];
    const std::string why = quota.reportMetric(m_source, announced, metrics, widthOf(column, announced.entityKind));
    if (!why.empty())
        return refuse(m_refusedMetrics, "metric", announced.name, why);
    const MetricId metric = metrics.add(announced);
    const EntityKind kind = metrics.descriptor(metric).entityKind;
    if (announced.entityKind != kind) {
        m_conflicts.push_back(announced.name);
        return;
    }
    bool mayExtend = false;
    for (std::uint32_t at = 0; at < column.entities.size(); ++at) {
        const std::uint32_t index = column.entities[at];
        if (index >= m_entities.size() || m_entities[index].kind != kind || !m_entities[index].isValid()) {
            mayExtend = false;
            continue;
        }
        const std::uint32_t place = m_entities[index].index;
        if (mayExtend && m_runs.back().firstEntity + m_runs.back().count == place)
            ++m_runs.back().count;
        else
            m_runs.push_back({metric, place, 1, firstValue + at});
        mayExtend = true;
    }
}

bool LayoutPlacement::isFor(const std::shared_ptr<const NodeLayout>& layout) const
{
    return layout == m_layout || isSame(*layout, *m_layout);
}

EntityRef LayoutPlacement::entity(std::uint32_t index) const
{
    return index < m_entities.size() && m_entities[index].isValid() ? m_entities[index] : m_entities.front();
}

const MetricDescriptor& LayoutPlacement::metricOf(const PlacementRun& run) const
{
    std::size_t end = 0;
    const auto column = std::ranges::find_if(m_layout->columns, [&](const ColumnDescriptor& each) {
        end += each.entities.size();
        return run.sourceOffset < end;
    });
    return m_layout->metrics[column->metric];
}

std::vector<Event> LayoutPlacement::complaints(const std::string& node, TimePoint time) const
{
    constexpr std::size_t maxNamed = 3;
    std::vector<Event> events;
    for (std::size_t at = 0; at < std::min(m_conflicts.size(), maxNamed); ++at) {
        const std::string others = at + 1 == maxNamed && m_conflicts.size() > maxNamed
            ? fmt::format(" (and {} more)", m_conflicts.size() - maxNamed)
            : std::string();
        events.push_back(
            {time, Severity::Warning, 0, codes::storeMetricConflict,
             fmt::format(
                 "metric {}{} is already in use for another kind of entity; values from this node are not shown",
                 m_conflicts[at], others)});
    }
    if (m_refusedEntities + m_refusedMetrics > 0)
        events.push_back({time, Severity::Warning, 0, codes::storeOverLimit,
                          fmt::format("{} exceeds the limits: {} entities and {} metrics are not "
                                      "shown; the first is {}",
                                      node, m_refusedEntities, m_refusedMetrics, m_firstRefusal)});
    return events;
}

} // namespace lockstep
