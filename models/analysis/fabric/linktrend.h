// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace lockstep {

/// A significant, lasting trend of a series over days, by the slopes between all pairs of values at the same time of
/// day (Sen's slope by seasons, Hirsch and Slack 1984), so that neither a daily cycle nor outliers matter. A step is
/// not a trend. A plain value.
struct LinkTrend
{
    static constexpr std::size_t binsPerDay = 6;
    static constexpr std::size_t longestDays = 14;

    double level = 0; ///< at the end of the series, without the daily cycle
    double noise = 0; ///< standard deviation of a value from the trend
    double slope = 0; ///< per day
    double slopeNearZero = 0; ///< limits of the slope's 95 % interval: the one nearer to no change
    double slopeFarFromZero = 0;
    double days = 0; ///< length of the part of the series that shows the trend; its slope is that of the last days

    /// @param bins equally spaced, the newest last; NaN: no data
    [[nodiscard]] static std::optional<LinkTrend> of(std::span<const float> bins);
};

} // namespace lockstep
