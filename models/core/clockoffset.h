// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

namespace lockstep {

/// Offset of a node's clock from the local clock, measured by probes over its connection: node time - local clock time.
struct ClockOffset
{
    Duration offset{};
    Duration uncertainty{}; ///< half the best round trip: the true offset is within offset +- uncertainty
};

} // namespace lockstep
