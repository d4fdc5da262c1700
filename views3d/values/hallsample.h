// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstdint>

namespace lockstep {

/// How much is known of an entity's value of the metric that is shown.
enum class Knowledge : std::uint8_t {
    NotMeasured, ///< the metric is not one of this entity's, nor of anything within it
    NoData, ///< it should have a value and has none
    Stale, ///< the last value before its node fell silent
    Current,
};

/// What the hall shows for one entity: its own value, or the worst within it.
struct HallSample
{
    float value = noData;
    std::uint32_t worst = Id<HallSample>::none; ///< index, in the metric's kind, of where the value comes from
    Knowledge knowledge = Knowledge::NotMeasured;
    bool hidesSilence = false; ///< something within is stale or was never heard of: the value is not the whole truth
};

} // namespace lockstep
