// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/lanenames.h"

#include "models/core/budget.h"

#include <fmt/format.h>

namespace lockstep {

/// Whether the name is free. Drops a holder that has expired.
bool LaneNames::isFree(const Place& place, TimePoint now)
{
    const auto holder = m_holders.find(place);
    if (holder == m_holders.end())
        return true;
    const auto name = m_names.find({place.first, place.second, holder->second});
    const bool isHeld = name != m_names.end() && now - name->second.last <= forgotten
        && m_stateOf(name->second.process) != ProcessState::Gone;
    if (isHeld)
        return false;
    if (name != m_names.end())
        m_names.erase(name);
    m_holders.erase(holder);
    return true;
}

const std::string& LaneNames::nameOf(const JobInbox::Post& post, std::uint32_t entity, TimePoint now)
{
    const JobEvent& event = post.event;
    const auto known = m_names.find({entity, event.lane, event.job});
    if (known != m_names.end()) {
        known->second.last = now;
        known->second.process = post.process;
        return known->second.text;
    }
    if (m_names.size() >= capacity) { // too many lanes: forgets all; active ones are added again
        m_names.clear();
        m_holders.clear();
    }
    const Place place{entity, event.lane};
    std::string text = event.lane;
    if (isFree(place, now))
        m_holders[place] = event.job;
    else if (text.size() + event.job.size() + 2 <= budget::nameBytes)
        text += fmt::format(", {}", event.job);
    return m_names.emplace(Key{entity, event.lane, event.job}, Name{std::move(text), now, post.process})
        .first->second.text;
}

} // namespace lockstep
