// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/scopedlayout.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

namespace {

/// Metrics that a scheduler may report for other agents' nodes. All others are rejected.
bool isSchedulersMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::node::gpus, metrics::node::gpusAllocated,
                                                           metrics::node::gpusIdle, metrics::node::gpusUnavailable,
                                                           metrics::node::drained};
    return std::ranges::find(known, name) != known.end();
}

/// Metrics of a job that a scheduler reports, in addition to those of the job's own ranks.
bool isSchedulersJobMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::job::allocatedGpus, metrics::job::allocatedNodes,
                                                           metrics::job::queueTime, metrics::job::requeues,
                                                           metrics::job::pending};
    return std::ranges::find(known, name) != known.end();
}

bool isClusterEntity(const NodeLayout& layout, std::size_t at)
{
    return at > 0 && layout.entities[at].parent == EntityDescriptor::clusterScope;
}

} // namespace

ScopedLayout::ScopedLayout(Layout sent, std::string node)
    : m_sent(std::move(sent)), m_taken(m_sent), m_node(std::move(node))
{
    for (const ColumnDescriptor& column : m_sent->columns)
        m_exceedsScope |= !std::ranges::all_of(column.entities,
                                               [&](std::uint32_t entity) { return isTaken(column.metric, entity); });
    leaveOut();
}

bool ScopedLayout::isTaken(std::uint32_t metric, std::uint32_t entity) const
{
    const bool isRefused = !m_isRefused.empty() && m_isRefused[entity];
    return !isRefused && (!m_sent->isOtherNode(entity) || isSchedulersMetric(m_sent->metrics[metric].name));
}

bool ScopedLayout::hasClusterEntities() const
{
    for (std::size_t at = 1; at < m_sent->entities.size(); ++at) {
        if (isClusterEntity(*m_sent, at))
            return true;
    }
    return false;
}

std::vector<ScopedLayout::Reporters> ScopedLayout::reporters() const
{
    std::vector<Reporters> reporters(m_sent->entities.size());
    for (const ColumnDescriptor& column : m_sent->columns) {
        const bool isSchedulers = isSchedulersJobMetric(m_sent->metrics[column.metric].name);
        for (const std::uint32_t entity : column.entities)
            (isSchedulers ? reporters[entity].asScheduler : reporters[entity].asAnother) = true;
    }
    return reporters;
}

std::string ScopedLayout::judge(const Judge& judge)
{
    const std::vector<Reporters> reporters = this->reporters();
    const auto judgeOne = [&](std::size_t at) {
        const EntityDescriptor& entity = m_sent->entities[at];
        const bool asScheduler = entity.kind == EntityKind::Job && reporters[at].asScheduler;
        std::string why = asScheduler ? judge(entity.kind, entity.name + " (as its scheduler)") : std::string();
        return !why.empty() || (asScheduler && !reporters[at].asAnother) ? why : judge(entity.kind, entity.name);
    };
    const std::vector<EntityDescriptor>& entities = m_sent->entities;
    // Every agent of an inference service names the service, but only one can own it. A refused name is no loss to an
    // agent that has no values for it.
    const auto isNameOnly = [&](std::size_t at) {
        return entities[at].kind == EntityKind::Job && !reporters[at].asScheduler && !reporters[at].asAnother;
    };
    std::vector<bool> isRefused(entities.size());
    bool isAnyRefused = false;
    std::size_t count = 0; // of those to report
    std::string first;
    for (std::size_t at = 1; at < entities.size(); ++at) {
        if (!isClusterEntity(*m_sent, at)) {
            isRefused[at] = isRefused[entities[at].parent]; // its children are rejected with it
            continue;
        }
        std::string why = judgeOne(at);
        isRefused[at] = !why.empty();
        isAnyRefused |= isRefused[at];
        if (isRefused[at] && !isNameOnly(at) && count++ == 0)
            first = std::move(why);
    }
    if (!isAnyRefused)
        isRefused.clear();
    if (isRefused == m_isRefused)
        return {};
    m_isRefused = std::move(isRefused);
    leaveOut();
    return count > 1 ? fmt::format("{}; the same applies to {} more", first, count - 1) : first;
}

void ScopedLayout::leaveOut()
{
    m_taken = m_sent;
    m_kept.clear();
    if (m_isRefused.empty() && !m_exceedsScope)
        return;
    auto taken = std::make_shared<NodeLayout>(*m_sent);
    for (std::size_t at = 0; at < m_isRefused.size(); ++at) {
        if (m_isRefused[at])
            taken->entities[at] = EntityDescriptor{EntityKind::Node, m_node, 0, {}, {}};
    }
    std::uint32_t value = 0;
    for (ColumnDescriptor& column : taken->columns) {
        std::vector<std::uint32_t> entities;
        for (const std::uint32_t entity : column.entities) {
            if (isTaken(column.metric, entity)) {
                entities.push_back(entity);
                m_kept.push_back(value);
            }
            ++value;
        }
        column.entities = std::move(entities);
    }
    m_taken = std::move(taken);
}

void ScopedLayout::trim(std::vector<float>& values) const
{
    if (m_taken == m_sent)
        return;
    std::size_t to = 0;
    for (const std::uint32_t from : m_kept)
        values[to++] = values[from];
    values.resize(to);
}

} // namespace lockstep
