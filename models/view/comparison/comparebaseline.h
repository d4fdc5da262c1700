// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/columns/changeset.h"

#include <string>

namespace lockstep {

/// What a comparison shows.
enum class Shown : std::uint8_t {
    Value, ///< the current value
    Baseline, ///< the value in the baseline
    Difference, ///< value - baseline, in the metric's unit
    Change, ///< the difference relative to the baseline
};

/// The data to compare with, in ticks of its own time.
struct ComparisonBaseline
{
    enum class How : std::uint8_t {
        Mean, ///< each entity with its own mean over the ticks
        Moment, ///< each tick with the one that is shift earlier
    };
    /// A longer mean would be less meaningful, and slow to compute.
    static constexpr TickIndex maxTicks = 3600;

    How how = How::Mean;
    TickRange ticks; ///< range of the mean; moment by moment: available range
    TickIndex shift = 0; ///< current tick minus baseline tick; moment by moment only
    std::string name; ///< for people: "14:02:10–14:07:10 UTC", "good-run"

    friend bool operator==(const ComparisonBaseline&, const ComparisonBaseline&) = default;
};

} // namespace lockstep
