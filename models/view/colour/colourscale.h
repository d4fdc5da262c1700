// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/flags.h"
#include "models/core/time.h"
#include "models/view/colour/palette.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace lockstep {

class ClusterStore;

enum class ColourMap : std::uint8_t { Inferno, Cividis, Diverging, Limit };

/// Whether dark text is more readable on this colour than light text.
[[nodiscard]] bool isLight(Rgb ground);

/// The 256 entries of a perceptually uniform map, dark to bright (Diverging: blue, grey, red; Limit: grey up to near
/// the limit, then warm).
/// @param isOnLight for a light background, on which the neutral end of Limit is pale
[[nodiscard]] const std::array<Rgb, 256>& colourTable(ColourMap map, bool isOnLight = false);

/// The map for a quantity: inferno for heat, cividis for utilisation and rates, the diverging one for differences.
[[nodiscard]] ColourMap colourMapFor(const MetricDescriptor& metric);

/// A colour map with a range: maps values to colours. A plain value.
struct ColourScale
{
    ColourMap map = ColourMap::Cividis;
    float low = 0; ///< value at the dark end of the map; the larger value if low is bad, so that healthy is dark
    float high = 1; ///< value at the bright end
    /// How the range was chosen, for the legend: "fixed range", "p1 to p99 of the visible data".
    std::string how;
    std::span<const FlagMeaning> flags{}; ///< of a bit mask, which is coloured by severity
    bool isFromData = false; ///< the range follows the visible data
    /// The warning limit between low and high, where the Limit map is amber; nullopt: the map is spread evenly.
    std::optional<float> warning{};
    bool isOnLight = false; ///< the view has a light background

    [[nodiscard]] const std::array<Rgb, 256>& table() const { return colourTable(map, isOnLight); }
    /// Position of a value in the range: 0 at the dark end, 1 at the bright end. For a value outside the range it is
    /// below 0 or above 1.
    [[nodiscard]] float share(float value) const
    {
        if (!flags.empty())
            return badnessOfFlags(flags, value);
        return warning ? shareAround(*warning, value) : (value - low) / (high - low);
    }
    /// Index into the table. Not for NaN: missing data is hatched, not coloured.
    [[nodiscard]] std::uint8_t index(float value) const;
    [[nodiscard]] Rgb colour(float value) const { return table()[index(value)]; }

    /// The range for a legend, from its minimum on the left to its maximum on the right.
    [[nodiscard]] float min() const { return low < high ? low : high; }
    [[nodiscard]] float max() const { return low < high ? high : low; }
    [[nodiscard]] std::array<Rgb, 256> bar() const; ///< the colours from min() to max()
    /// Tables of flags are static, so comparing their addresses is sufficient.
    friend bool operator==(const ColourScale& a, const ColourScale& b)
    {
        return a.map == b.map && a.low == b.low && a.high == b.high && a.how == b.how && a.warning == b.warning
            && a.isOnLight == b.isOnLight && a.flags.data() == b.flags.data() && a.flags.size() == b.flags.size();
    }

private:
    static constexpr float amber = 0.91F; ///< position in the Limit map

    [[nodiscard]] float shareAround(float limit, float value) const
    {
        const bool isBeyond = (value - limit) * (high - low) > 0;
        return isBeyond ? amber + (1 - amber) * (value - limit) / (high - limit)
                        : amber * (value - low) / (limit - low);
    }
};

/// The scale for a metric: its full scale if it has one, otherwise its limits, otherwise the data (NaN ignored). The
/// bad end is bright in either direction. If the scale ends at the metric's limit, only values near the limit are
/// coloured. A full scale with a warning limit is coloured from that limit on.
[[nodiscard]] ColourScale scaleFor(const MetricDescriptor& metric, std::span<const float> values);

/// The scale for a metric over a time range, from a sample of its data. All views share it, so that a colour means the
/// same everywhere. If the data determines the range, it is rounded outwards, to be readable and stable.
[[nodiscard]] ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range);

} // namespace lockstep
