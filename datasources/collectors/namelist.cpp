// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/namelist.h"

namespace lockstep {

NameList::NameList(std::size_t capacity, std::size_t bytes) : m_capacity(capacity), m_byteCapacity(bytes)
{
    append({});
    append("(other)");
}

std::uint32_t NameList::append(std::string_view name)
{
    m_names.emplace_back(name);
    m_bytes += name.size();
    const auto index = static_cast<std::uint32_t>(m_names.size() - 1);
    m_indices.emplace(m_names.back(), index);
    m_snapshot.reset();
    return index;
}

std::uint32_t NameList::indexOf(std::string_view name, std::uint32_t owner)
{
    constexpr std::uint32_t other = 1;
    if (name.empty())
        return 0;
    if (const auto found = m_indices.find(std::string(name)); found != m_indices.end())
        return found->second;
    Share& share = m_shares[owner];
    if (share.names + m_names.size() >= m_capacity || share.bytes + m_bytes + name.size() > m_byteCapacity) {
        ++m_refused;
        m_hasRefused = true;
        return other;
    }
    ++share.names;
    share.bytes += name.size();
    return append(name);
}

bool NameList::isCrowded() const
{
    return m_hasRefused || m_names.size() > m_capacity / 2 || m_bytes > m_byteCapacity / 2;
}

std::shared_ptr<const std::vector<std::string>> NameList::snapshot()
{
    if (!m_snapshot)
        m_snapshot = std::make_shared<const std::vector<std::string>>(m_names);
    return m_snapshot;
}

} // namespace lockstep
