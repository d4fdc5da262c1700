// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/nametable.h"

namespace lockstep {

NameTable::NameTable()
{
    intern({});
}

bool NameTable::hasRoomFor(Owner owner) const
{
    constexpr std::size_t nodesWorth = 4; // a source has many nodes, which may all be honest
    const auto count = [](const auto& brought, std::uint32_t by) {
        const auto found = brought.find(by);
        return found == brought.end() ? 0 : found->second;
    };
    const std::size_t left = capacity - 1 - m_names.size();
    return count(m_broughtByNode, owner.node) < left
        && count(m_broughtBySource, owner.source.value) < nodesWorth * left;
}

NameId NameTable::intern(std::string_view name, std::optional<Owner> owner)
{
    if (const auto known = m_ids.find(name); known != m_ids.end())
        return known->second;
    const bool isFull = m_names.size() >= capacity - 1 || (owner && !hasRoomFor(*owner));
    if (isFull && name != overflowName) {
        ++m_refused;
        return intern(overflowName);
    }
    if (owner) {
        ++m_broughtByNode[owner->node];
        ++m_broughtBySource[owner->source.value];
    }
    const NameId id{static_cast<std::uint32_t>(m_names.size())};
    m_ids.emplace(m_names.emplace_back(name), id);
    return id;
}

} // namespace lockstep
