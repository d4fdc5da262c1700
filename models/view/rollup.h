// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/topology/topology.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// A value per entity of a topology. A plain value.
template <class T>
class PerEntity
{
public:
    void assign(const Topology& topology, const T& value)
    {
        for (std::size_t kind = 0; kind < entityKindCount; ++kind)
            m_tables[kind].assign(topology.count(static_cast<EntityKind>(kind)), value);
    }
    [[nodiscard]] std::vector<T>& of(EntityKind kind) { return m_tables[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] T& at(EntityRef entity) { return of(entity.kind)[entity.index]; }
    /// @param otherwise for entities that the topology did not contain
    [[nodiscard]] T get(EntityRef entity, T otherwise = {}) const
    {
        const std::vector<T>& table = m_tables[static_cast<std::size_t>(entity.kind)];
        return entity.index < table.size() ? table[entity.index] : otherwise;
    }
    friend bool operator==(const PerEntity&, const PerEntity&) = default;

private:
    std::array<std::vector<T>, entityKindCount> m_tables;
};

/// Computes the worst value below each parent; used by all views. models/core/metrics/limits.h defines severity and
/// order.

/// Calls @p visit with the ancestors of @p entity, nearest first, until it returns false.
template <class Visit>
void climb(const Topology& topology, EntityRef entity, const Visit& visit)
{
    for (EntityRef above = topology.parent(entity); topology.contains(above); above = topology.parent(above)) {
        if (!visit(above))
            return;
    }
}

/// Severity of each entity, including the worst below it. A plain value.
class WorstBelow
{
public:
    /// Marks all entities as healthy.
    void reset(const Topology& topology) { m_rank.assign(topology, 0); }
    /// Raises the entity and its ancestors to at least this severity.
    void mark(const Topology& topology, EntityRef entity, Severity severity);
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const;
    friend bool operator==(const WorstBelow&, const WorstBelow&) = default;

private:
    PerEntity<std::uint8_t> m_rank; ///< 0: healthy; otherwise severity + 1
};

} // namespace lockstep
