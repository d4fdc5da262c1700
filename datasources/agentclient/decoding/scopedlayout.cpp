// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/scopedlayout.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

bool isClusterEntity(const NodeLayout& layout, std::size_t at)
{
    return at > 0 && layout.entities[at].parent == EntityDescriptor::clusterScope;
}

} // namespace

bool ScopedLayout::hasClusterEntities() const
{
    for (std::size_t at = 1; at < m_sent->entities.size(); ++at) {
        if (isClusterEntity(*m_sent, at))
            return true;
    }
    return false;
}

std::string ScopedLayout::judge(const Judge& judge)
{
    const std::vector<EntityDescriptor>& entities = m_sent->entities;
    std::vector<bool> isRefused(entities.size());
    std::size_t count = 0;
    std::string first;
    for (std::size_t at = 1; at < entities.size(); ++at) {
        if (!isClusterEntity(*m_sent, at)) {
            isRefused[at] = isRefused[entities[at].parent]; // what is part of it goes with it
            continue;
        }
        std::string why = judge(entities[at].kind, entities[at].name);
        isRefused[at] = !why.empty();
        if (!why.empty() && count++ == 0)
            first = std::move(why);
    }
    if (count == 0)
        isRefused.clear();
    if (isRefused == m_isRefused)
        return {};
    m_isRefused = std::move(isRefused);
    leaveOut(m_isRefused);
    return count > 1 ? fmt::format("{}; so are {} more", first, count - 1) : first;
}

void ScopedLayout::leaveOut(const std::vector<bool>& isRefused)
{
    m_taken = m_sent;
    m_kept.clear();
    if (isRefused.empty())
        return;
    auto taken = std::make_shared<NodeLayout>(*m_sent);
    for (std::size_t at = 0; at < isRefused.size(); ++at) {
        if (isRefused[at])
            taken->entities[at] = EntityDescriptor{EntityKind::Node, m_node, 0, {}, {}};
    }
    std::uint32_t value = 0;
    for (ColumnDescriptor& column : taken->columns) {
        std::vector<std::uint32_t> entities;
        for (const std::uint32_t entity : column.entities) {
            if (!isRefused[entity]) {
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
