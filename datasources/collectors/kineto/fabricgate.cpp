// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/fabricgate.h"

#include <utility>

namespace lockstep {

FabricGate::Place& FabricGate::placeOf(SenderId user, Time now)
{
    if (const auto known = m_places.find(user); known != m_places.end())
        return known->second;
    if (m_places.size() >= maxUsers) {
        std::erase_if(m_places, [now](const auto& each) {
            TokenBucket messages = each.second.messages;
            messages.fill(now);
            return messages.isFull() && each.second.lost == 0;
        });
    }
    return m_places[m_places.size() >= maxUsers ? otherSenders : user];
}

bool FabricGate::admit(SenderId user, Time now)
{
    Place& place = placeOf(user, now);
    place.messages.fill(now);
    const bool isAdmitted = place.messages.has(1);
    if (isAdmitted)
        place.messages.spend(1);
    else
        ++place.lost;
    return isAdmitted;
}

std::vector<FabricGate::Loss> FabricGate::takeLosses()
{
    std::vector<Loss> losses;
    for (auto& [user, place] : m_places) {
        if (place.lost > 0)
            losses.push_back({user, std::exchange(place.lost, 0)});
    }
    return losses;
}

} // namespace lockstep
