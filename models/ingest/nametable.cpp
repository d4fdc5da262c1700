// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/nametable.h"

#include <algorithm>

namespace lockstep {

NameTable::NameTable()
{
    intern({});
}

bool NameTable::hasRoomFor(Owner owner)
{
    constexpr std::size_t nodesWorth = 4; // a source may have many nodes
    const auto count = [](const auto& brought, std::uint32_t by) {
        const auto found = brought.find(by);
        return found == brought.end() ? 0 : found->second;
    };
    const std::size_t left = capacity - 1 - m_names.size();
    const std::size_t ofNode = count(m_broughtByNode, owner.node);
    const std::size_t ofSource = count(m_broughtBySource, owner.source.value) / nodesWorth;
    m_isCrowded |= std::max(ofNode, ofSource) >= left / 2;
    return std::max(ofNode, ofSource) < left;
}

std::vector<NameId> NameTable::keepOnly(const std::vector<bool>& isUsed)
{
    std::deque<std::string> before;
    before.swap(m_names);
    m_ids.clear();
    m_broughtByNode.clear();
    m_broughtBySource.clear();
    m_isCrowded = false;
    std::vector<NameId> moved(before.size());
    for (std::size_t id = 0; id < before.size(); ++id) {
        if (id == 0 || (id < isUsed.size() && isUsed[id]))
            moved[id] = intern(before[id]);
    }
    return moved;
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
