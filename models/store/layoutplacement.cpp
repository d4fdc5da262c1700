// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/layoutplacement.h"

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

LayoutPlacement::LayoutPlacement(std::shared_ptr<const NodeLayout> layout, EntityRef node, TopologyBuilder& topology,
                                 MetricTable& metrics)
    : m_layout(std::move(layout)), m_entities(topology.addLayout(node, *m_layout))
{
    for (std::size_t at = 1; at < m_layout->entities.size(); ++at) {
        if (m_layout->entities[at].parent == EntityDescriptor::clusterScope)
            m_clusterScoped.push_back(m_entities[at]);
    }
    std::uint32_t firstValue = 0;
    for (const ColumnDescriptor& column : m_layout->columns) {
        placeColumn(column, firstValue, metrics);
        firstValue += static_cast<std::uint32_t>(column.entities.size());
    }
}

void LayoutPlacement::placeColumn(const ColumnDescriptor& column, std::uint32_t firstValue, MetricTable& metrics)
{
    if (column.metric >= m_layout->metrics.size())
        return;
    const MetricDescriptor& announced = m_layout->metrics[column.metric];
    const MetricId metric = metrics.add(announced);
    const EntityKind kind = metrics.descriptor(metric).entityKind;
    if (announced.entityKind != kind) {
        m_conflicts.push_back(announced.name);
        return;
    }
    bool mayExtend = false;
    for (std::uint32_t at = 0; at < column.entities.size(); ++at) {
        const std::uint32_t index = column.entities[at];
        if (index >= m_entities.size() || m_entities[index].kind != kind) {
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
    return index < m_entities.size() ? m_entities[index] : m_entities.front();
}

} // namespace lockstep
