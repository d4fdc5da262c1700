// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/nametable.h"

namespace lockstep {

NameTable::NameTable()
{
    intern({});
}

NameId NameTable::intern(std::string_view name)
{
    if (const auto known = m_ids.find(name); known != m_ids.end())
        return known->second;
    const bool isFull = m_names.size() >= capacity - 1;
    if (isFull && name != overflowName)
        return intern(overflowName);
    const NameId id{static_cast<std::uint32_t>(m_names.size())};
    m_ids.emplace(m_names.emplace_back(name), id);
    return id;
}

} // namespace lockstep
