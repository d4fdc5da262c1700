// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Half-open range of rows [from, to).
struct RowRange
{
    std::size_t from = 0;
    std::size_t to = 0;

    [[nodiscard]] std::size_t count() const { return to - from; }
    friend bool operator==(RowRange, RowRange) = default;
};

/// Adjacent rows of one node, or nodes of one rack.
struct RowGroup
{
    EntityRef owner; ///< invalid: no owner
    RowRange rows;
};

/// Row order of a heatmap for one kind of entity: by hall row, rack, node, and order of announcement, so that
/// neighbours in the picture are neighbours in the hall. Rebuilt when the topology changes. A plain value.
class GridRows
{
public:
    GridRows() = default;
    GridRows(const Topology& topology, EntityKind kind);

    [[nodiscard]] EntityKind kind() const { return m_kind; }
    [[nodiscard]] std::size_t count() const { return m_entities.size(); }
    [[nodiscard]] const std::vector<std::uint32_t>& entities() const { return m_entities; }
    [[nodiscard]] EntityRef entity(std::size_t row) const { return {m_kind, m_entities[row]}; }
    [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_groups; }
    /// Index into groups() of a row's group.
    [[nodiscard]] std::size_t groupOf(std::size_t row) const;

    /// Rows for an entity: its own row, the rows of its descendants, or the row of its ancestor of this kind. nullopt
    /// if there is none.
    [[nodiscard]] std::optional<RowRange> rowsOf(const Topology& topology, EntityRef ref) const;

private:
    EntityKind m_kind = EntityKind::Node;
    std::vector<std::uint32_t> m_entities;
    std::vector<std::size_t> m_rowOfEntity;
    std::vector<RowGroup> m_groups;
};

} // namespace lockstep
