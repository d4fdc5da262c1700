// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallmode.h"

namespace lockstep {

/// The user's display choices other than camera and selection. A plain value.
struct HallChoice
{
    HallMode mode = HallMode::Value;
    bool hidesHealthy = false; ///< only what is beyond a limit, far from the others or silent is drawn
    bool showsAir = false; ///< floors take the temperature of the air, pipes that of the coolant
    bool measures = false; ///< rack units along the rack that is pointed at or selected
    bool holdsRange = false; ///< the range of the colours stays as it is
    EntityRef exploded{EntityKind::Rack}; ///< whose nodes stand apart; invalid: none
    friend bool operator==(const HallChoice&, const HallChoice&) = default;
};

} // namespace lockstep
