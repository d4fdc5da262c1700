// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <array>
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
    /// @p otherwise for what the topology did not have
    [[nodiscard]] T get(EntityRef entity, T otherwise = {}) const
    {
        const std::vector<T>& table = m_tables[static_cast<std::size_t>(entity.kind)];
        return entity.index < table.size() ? table[entity.index] : otherwise;
    }
    friend bool operator==(const PerEntity&, const PerEntity&) = default;

private:
    std::array<std::vector<T>, entityKindCount> m_tables;
};

} // namespace lockstep
