// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/namelist.h"

namespace lockstep {

NameList::NameList(std::size_t capacity) : m_capacity(capacity)
{
    append({});
    append("(other)");
}

std::uint32_t NameList::append(std::string_view name)
{
    m_names.emplace_back(name);
    const auto index = static_cast<std::uint32_t>(m_names.size() - 1);
    m_indices.emplace(m_names.back(), index);
    m_snapshot.reset();
    return index;
}

std::uint32_t NameList::indexOf(std::string_view name)
{
    if (name.empty())
        return 0;
    if (const auto found = m_indices.find(std::string(name)); found != m_indices.end())
        return found->second;
    return m_names.size() < m_capacity ? append(name) : 1;
}

std::shared_ptr<const std::vector<std::string>> NameList::snapshot()
{
    if (!m_snapshot)
        m_snapshot = std::make_shared<const std::vector<std::string>>(m_names);
    return m_snapshot;
}

} // namespace lockstep
