// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/gridrows.h"

#include "models/core/topology/reporters.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::uint32_t nowhere = Id<EntityRef>::none;
constexpr std::size_t noRow = std::numeric_limits<std::size_t>::max();

/// Rank of each node in walking order through the hall.
std::vector<std::uint32_t> walkingOrder(const Topology& topology)
{
    const auto nodes = static_cast<std::uint32_t>(topology.count(EntityKind::Node));
    std::vector<std::uint32_t> order(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i)
        order[i] = i;
    const auto place = [&topology](std::uint32_t node) {
        const EntityRef ref{EntityKind::Node, node};
        const EntityRef rack = topology.ancestor(ref, EntityKind::Rack);
        static const RackPlace unknown;
        const RackPlace& at = rack.isValid() ? topology.rackPlace(rack) : unknown;
        const std::uint32_t rackIndex = rack.isValid() ? rack.index : nowhere;
        return std::tuple(!at.isPlaced, std::string_view(at.row), at.positionInRow, rackIndex,
                          topology.nodePlace(ref).bottomUnit, node);
    };
    std::ranges::sort(order, [&place](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
    std::vector<std::uint32_t> rank(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i)
        rank[order[i]] = i;
    return rank;
}

EntityRef ownerOf(const Topology& topology, EntityRef ref)
{
    if (ref.kind == EntityKind::Node)
        return topology.ancestor(ref, EntityKind::Rack);
    const EntityRef node = topology.ancestor(ref, EntityKind::Node);
    return node.isValid() ? node : topology.parent(ref);
}

} // namespace

GridRows::GridRows(const Topology& topology, EntityKind kind) : m_kind(kind)
{
    struct Row
    {
        std::uint32_t rank;
        std::uint32_t entity;
        EntityRef owner;
    };
    const std::vector<std::uint32_t> nodeRank = walkingOrder(topology);
    std::vector<Row> rows(topology.count(kind));
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        const EntityRef ref{kind, i};
        const EntityRef node = kind == EntityKind::Node ? ref : topology.ancestor(ref, EntityKind::Node);
        rows[i] = {node.isValid() ? nodeRank[node.index] : nowhere, i, ownerOf(topology, ref)};
    }
    // A reporter measures nothing itself, so its row would stay empty.
    if (kind == EntityKind::Node)
        std::erase_if(rows, [&](const Row& row) { return isReporter(topology, {kind, row.entity}); });
    std::ranges::stable_sort(rows, {}, [](const Row& row) { return std::tuple(row.rank, row.owner, row.entity); });

    m_rowOfEntity.assign(topology.count(kind), noRow);
    for (const Row& row : rows) {
        const std::size_t at = m_entities.size();
        m_rowOfEntity[row.entity] = at;
        m_entities.push_back(row.entity);
        if (m_groups.empty() || m_groups.back().owner != row.owner)
            m_groups.push_back({row.owner, {at, at}});
        m_groups.back().rows.to = at + 1;
    }
}

std::size_t GridRows::groupOf(std::size_t row) const
{
    const auto after
        = std::ranges::upper_bound(m_groups, row, {}, [](const RowGroup& group) { return group.rows.from; });
    return static_cast<std::size_t>(after - m_groups.begin()) - 1;
}

std::optional<RowRange> GridRows::rowsOf(const Topology& topology, EntityRef ref) const
{
    if (!ref.isValid() || !topology.contains(ref))
        return std::nullopt;
    const EntityRef same = topology.ancestor(ref, m_kind);
    if (same.isValid()) {
        if (same.index >= m_rowOfEntity.size() || m_rowOfEntity[same.index] == noRow)
            return std::nullopt;
        const std::size_t row = m_rowOfEntity[same.index];
        return RowRange{row, row + 1};
    }
    // For an entity above this kind, its groups are adjacent, because rows are in traversal order.
    std::optional<RowRange> found;
    for (const RowGroup& group : m_groups) {
        if (!group.owner.isValid() || topology.ancestor(group.owner, ref.kind) != ref)
            continue;
        if (!found)
            found = group.rows;
        found->to = group.rows.to;
    }
    return found;
}

} // namespace lockstep
