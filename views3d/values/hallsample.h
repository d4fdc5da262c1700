// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstdint>

namespace lockstep {

/// How much is known about an entity's value.
enum class Knowledge : std::uint8_t {
    NotMeasured, ///< the metric is not one of this entity's, nor of anything within it
    NoData, ///< it should have a value and has none
    Stale, ///< the last value before its node fell silent
    Current,
};

/// The value of one entity in the hall: its own, or the worst within it.
struct HallSample
{
    float value = noData;
    std::uint32_t worst = Id<HallSample>::none; ///< index, in the metric's kind, of where the value comes from
    Knowledge knowledge = Knowledge::NotMeasured;
    bool hidesSilence = false; ///< a part is stale or has never reported: the value may be incomplete
};

} // namespace lockstep
