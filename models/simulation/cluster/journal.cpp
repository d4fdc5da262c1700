// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/cluster/journal.h"

namespace lockstep::sim {

Journal::Journal() : m_names{std::string()}
{
    m_index.emplace(std::string(), 0);
}

std::uint32_t Journal::nameOf(const std::string& name)
{
    const auto [entry, isNew] = m_index.emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        m_names.push_back(name);
        m_published.reset();
    }
    return entry->second;
}

const std::shared_ptr<const std::vector<std::string>>& Journal::names()
{
    if (!m_published)
        m_published = std::make_shared<const std::vector<std::string>>(m_names);
    return m_published;
}

void Journal::addEvent(TimePoint time, Severity severity, std::uint32_t entity, std::string code, std::string text,
                       EventFields fields)
{
    events.push_back({time + clockOffset, severity, entity, std::move(code), std::move(text), std::move(fields)});
}

void Journal::clear()
{
    spans.clear();
    events.clear();
}

} // namespace lockstep::sim
