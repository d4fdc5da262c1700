// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/nodepage.h"

#include "datasources/exporters/exposedmetric.h"

#include <utility>

namespace lockstep {

namespace {

double secondsOf(TimePoint time)
{
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

/// NVIDIA's exporter uses its own label for the node.
Labels labelsFor(const Exposition::Family& family, const std::vector<PlaceStep>& place)
{
    Labels labels = labelsOf(place);
    if (family.name.starts_with("DCGM_") && place.front().kind == EntityKind::Node)
        labels.emplace_back("Hostname", place.front().name);
    return labels;
}

} // namespace

void NodePage::describe(std::shared_ptr<const NodeIdentity> identity)
{
    const std::scoped_lock lock(m_mutex);
    m_identity = std::move(identity);
}

void NodePage::take(const NodeTick& tick, SteadyTime now)
{
    auto newest = std::make_shared<const Newest>(Newest{tick.time, tick.layout, tick.values});
    const std::scoped_lock lock(m_mutex);
    m_newest.swap(newest);
    m_taken = now;
}

void NodePage::learn(const std::shared_ptr<const NodeLayout>& layout, const NodeIdentity& identity)
{
    m_offered = {layout, {}, {}, {}};
    for (const ColumnDescriptor& column : layout->columns) {
        for (const std::uint32_t entity : column.entities) {
            ExposedMetric exposed = exposedAs(layout->metrics[column.metric], layout->entities[entity].name);
            m_offered.labels.push_back(
                Exposition::labelText(labelsFor(exposed.family, placeIn(*layout, entity, identity.name))));
            m_offered.families.push_back(std::move(exposed.family));
            m_offered.factors.push_back(exposed.factor);
        }
    }
}

Exposition NodePage::pageOf(const Newest& newest, const NodeIdentity& identity, bool isFresh)
{
    Exposition page;
    const Labels node{{"node", identity.name}};
    page.add(page.family({"lockstep_agent_info", "Version of the agent"}),
             Exposition::labelText({{"node", identity.name}, {"version", identity.agentVersion}}), 1.0F);
    page.add(page.family({"lockstep_agent_tick_timestamp_seconds",
                          "Time at which these values were measured, by the node's clock", "seconds"}),
             Exposition::labelText(node), secondsOf(newest.time));
    if (!isFresh)
        return page;
    if (m_offered.layout != newest.layout)
        learn(newest.layout, identity);
    const std::size_t count = std::min(newest.values.size(), m_offered.labels.size());
    for (std::size_t at = 0; at < count; ++at)
        page.add(page.family(m_offered.families[at]), m_offered.labels[at],
                 static_cast<float>(static_cast<double>(newest.values[at]) * m_offered.factors[at]));
    return page;
}

std::shared_ptr<const std::string> NodePage::text(Exposition::Format format, SteadyTime now)
{
    constexpr int periodsToLive = 3;
    const std::scoped_lock pages(m_pageMutex);
    std::shared_ptr<const Newest> newest;
    std::shared_ptr<const NodeIdentity> identity;
    SteadyTime taken;
    {
        const std::scoped_lock lock(m_mutex);
        newest = m_newest;
        identity = m_identity;
        taken = m_taken;
    }
    if (!newest || !identity)
        return nullptr;
    const bool isFresh = now - taken <= periodsToLive * identity->tickPeriod;
    if (m_shown != newest || m_isShownFresh != isFresh) {
        m_shown = newest;
        m_isShownFresh = isFresh;
        m_pages = {};
    }
    auto& page = m_pages[static_cast<std::size_t>(format)];
    if (!page)
        page = std::make_shared<const std::string>(pageOf(*newest, *identity, isFresh).text(format));
    return page;
}

} // namespace lockstep
