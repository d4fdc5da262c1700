// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Offset of a node's clock from ours, from probes over its connection: node time - our time.
struct ClockOffset
{
    Duration offset{};
    Duration uncertainty{}; ///< half the best round trip: the truth lies within offset +- uncertainty
};

} // namespace lockstep
