// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/layoutbuilder.h"

#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

MetricDescriptor describe(std::string_view name)
{
    if (const MetricDescriptor* known = findMetric(name))
        return *known;
    MetricDescriptor unknown;
    unknown.name = name;
    unknown.title = name;
    return unknown;
}

} // namespace

LayoutBuilder::LayoutBuilder(std::string nodeName, bool withPeaks) : m_withPeaks(withPeaks)
{
    addEntity(EntityKind::Node, std::move(nodeName), EntityDescriptor::clusterScope);
}

std::uint32_t LayoutBuilder::addEntity(EntityKind kind, std::string name, std::uint32_t parent)
{
    const auto [known, isNew] = m_entities.try_emplace(fmt::format("{}/{}/{}", static_cast<int>(kind), parent, name),
                                                       static_cast<std::uint32_t>(m_layout.entities.size()));
    if (isNew)
        m_layout.entities.push_back({kind, std::move(name), parent});
    return known->second;
}

std::optional<std::uint32_t> LayoutBuilder::findEntity(EntityKind kind, std::string_view name) const
{
    const auto found = std::ranges::find_if(
        m_layout.entities, [&](const EntityDescriptor& entity) { return entity.kind == kind && entity.name == name; });
    if (found == m_layout.entities.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - m_layout.entities.begin());
}

void LayoutBuilder::connect(std::uint32_t port, PeerDescriptor peer)
{
    m_layout.entities[port].peer = std::move(peer);
}

void LayoutBuilder::serve(std::uint32_t loop, std::vector<std::string> racks)
{
    m_layout.entities[loop].serves = std::move(racks);
}

Slot LayoutBuilder::add(std::string_view metric, std::uint32_t entity)
{
    return add(describe(metric), entity);
}

Slot LayoutBuilder::addShared(std::string_view metric, std::uint32_t entity)
{
    const auto [known, isNew] = m_shared.try_emplace({std::string(metric), entity});
    if (isNew)
        known->second = add(metric, entity);
    return known->second;
}

PeakSlot LayoutBuilder::addWithPeak(std::string_view metric, std::uint32_t entity)
{
    const MetricDescriptor mean = describe(metric);
    PeakSlot slot{add(mean, entity), {}};
    if (m_withPeaks)
        slot.peak = add(peakOf(mean), entity);
    return slot;
}

Slot LayoutBuilder::add(const MetricDescriptor& metric, std::uint32_t entity)
{
    const auto [found, isNew] = m_columns.try_emplace(metric.name, static_cast<std::uint32_t>(m_layout.columns.size()));
    if (isNew) {
        m_layout.columns.push_back({static_cast<std::uint32_t>(m_layout.metrics.size()), {}});
        m_layout.metrics.push_back(metric);
    }
    if (!m_declared.insert(std::uint64_t{found->second} << 32U | entity).second)
        return {};
    std::vector<std::uint32_t>& entities = m_layout.columns[found->second].entities;
    entities.push_back(entity);
    return {found->second, static_cast<std::uint32_t>(entities.size() - 1)};
}

NodeLayout LayoutBuilder::finish(std::uint32_t id) const
{
    NodeLayout layout = m_layout;
    layout.id = id;
    return layout;
}

} // namespace lockstep
