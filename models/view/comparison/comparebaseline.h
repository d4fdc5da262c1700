// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/columns/changeset.h"

#include <string>

namespace lockstep {

/// What a comparison shows.
enum class Shown : std::uint8_t {
    Value, ///< what is
    Baseline, ///< what was in the baseline
    Difference, ///< value - baseline, in the metric's unit
    Change, ///< the difference as a share of the baseline
};

/// The data that is compared with, in ticks of its own time.
struct Baseline
{
    enum class How : std::uint8_t {
        Mean, ///< each entity with its own mean over the ticks
        Moment, ///< each tick with the one that is shift earlier
    };
    /// A mean over more says little of any of it, and would take long.
    static constexpr TickIndex maxTicks = 3600;

    How how = How::Mean;
    TickRange ticks; ///< what the mean is over; moment by moment: what can be had
    TickIndex shift = 0; ///< our tick less the baseline's; moment by moment only
    std::string name; ///< for people: "14:02:10–14:07:10 UTC", "good-run"

    friend bool operator==(const Baseline&, const Baseline&) = default;
};

} // namespace lockstep
