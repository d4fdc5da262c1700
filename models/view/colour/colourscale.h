// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/flags.h"
#include "models/view/colour/palette.h"

#include <array>
#include <span>
#include <string>

namespace lockstep {

enum class ColourMap : std::uint8_t { Inferno, Cividis, Diverging, Limit };

/// The 256 entries of a perceptually uniform map, dark to bright (Diverging: blue, grey, red; Limit: grey up to near
/// the limit, then warm).
[[nodiscard]] const std::array<Rgb, 256>& colourTable(ColourMap map);

/// Which map suits a quantity: heat takes inferno, utilisation and rates cividis, differences the diverging one.
[[nodiscard]] ColourMap colourMapFor(const MetricDescriptor& metric);

/// A colour map with a range: maps values to colours. A plain value.
struct ColourScale
{
    ColourMap map = ColourMap::Cividis;
    float low = 0; ///< value at the dark end of the map; the larger one where low is bad, so that all well is dark
    float high = 1; ///< value at its bright end
    /// How the range was chosen, for the legend: "fixed range", "p1 to p99 of the visible data".
    std::string how;
    std::span<const FlagMeaning> flags{}; ///< of a metric that is a set of flags: how bad they are is what is coloured
    bool isFromData = false; ///< the range follows the visible data

    /// Where in the range a value stands: 0 at its dark end, 1 at its bright one; outside of both beyond the range.
    [[nodiscard]] float share(float value) const
    {
        return flags.empty() ? (value - low) / (high - low) : badnessOfFlags(flags, value);
    }
    /// Index into the table; NaN is not handled here: no data is hatched, not coloured.
    [[nodiscard]] std::uint8_t index(float value) const;
    [[nodiscard]] Rgb colour(float value) const { return colourTable(map)[index(value)]; }

    /// The range as a legend has it: from its minimum on the left to its maximum on the right, whichever of them is
    /// dark.
    [[nodiscard]] float min() const { return low < high ? low : high; }
    [[nodiscard]] float max() const { return low < high ? high : low; }
    [[nodiscard]] std::array<Rgb, 256> bar() const; ///< the colours from min() to max()
    /// Flags are tables that live as long as the program: the same place means the same.
    friend bool operator==(const ColourScale& a, const ColourScale& b)
    {
        return a.map == b.map && a.low == b.low && a.high == b.high && a.how == b.how
            && a.flags.data() == b.flags.data() && a.flags.size() == b.flags.size();
    }
};

/// The scale for a metric: its full scale if it has one, otherwise limits, otherwise the data (NaN ignored). The bad
/// end is bright in either direction; if the scale ends at the metric's limit, only values near it have a colour.
[[nodiscard]] ColourScale scaleFor(const MetricDescriptor& metric, std::span<const float> values);

} // namespace lockstep
