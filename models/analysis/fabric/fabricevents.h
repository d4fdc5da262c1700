// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmodel.h"
#include "models/store/derived.h"

#include <map>
#include <string>
#include <utility>

namespace lockstep {

/// Says once what FabricModel sees last: a congestion tree with its root, leaves whose traffic keeps to a few of their
/// equal uplinks, a link that flaps. What has been away for a while is told again when it comes back. One thread at a
/// time.
class FabricEvents
{
public:
    void step(const FabricModel& model, const FabricTick& now, Derived& out);

private:
    struct Episode
    {
        TickIndex since = 0;
        TickIndex lastSeen = 0;
        EntityRef told; ///< whom the event was about; invalid: it has not been told
    };
    using Key = std::pair<EntityRef, std::string>; ///< what it concerns, and the event's code

    /// Something is so in this tick.
    /// @return its episode when this is the moment to tell of it, else null
    Episode* due(EntityRef entity, const std::string& code, TickIndex lasts, TickIndex tick);
    void tellWhatIsOver(const FabricTick& now, Derived& out);
    void tellCongestion(const FabricModel& model, const FabricTick& now, Derived& out);
    void tellPolarisation(const FabricModel& model, const FabricTick& now, Derived& out);
    void tellFlapping(const FabricModel& model, const FabricTick& now, Derived& out);

    std::map<Key, Episode> m_episodes;
};

} // namespace lockstep
