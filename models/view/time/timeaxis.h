// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Converts between time and pixels over a width. Pure. If the range or the width is empty, every time is at pixel 0,
/// and every pixel is at range.from.
struct TimeAxis
{
    static constexpr double pauseWidth = 14; ///< pixels, if there is space

    TimeRange range;
    double width = 0;
    /// Pauses within the range, each drawn a few pixels wide regardless of its length. In order, not adjacent; must
    /// outlive the axis.
    std::span<const TimeRange> pauses = {};

    [[nodiscard]] double pixelOf(TimePoint time) const;
    [[nodiscard]] TimePoint timeAt(double pixel) const;
    /// The time ranges between the pauses.
    [[nodiscard]] std::vector<TimeRange> runs() const;

private:
    [[nodiscard]] double pausePixels() const;
    [[nodiscard]] double pixelsPerNs() const;
};

struct TimeMark
{
    TimePoint time;
    std::string label; ///< "03:12:44", "03:12:44.182"; the first mark includes the date if the range exceeds a day
};

/// Round moments for an axis, at least @p minimumPixels apart, UTC.
[[nodiscard]] std::vector<TimeMark> timeMarks(const TimeAxis& axis, double minimumPixels);

/// "03:12:44.182 UTC" with as many decimals (0, 3, 6, 9) as @p resolution needs.
[[nodiscard]] std::string formatTime(TimePoint time, Duration resolution);
/// "2026-03-01 03:12:44 UTC"
[[nodiscard]] std::string formatDateTime(TimePoint time);
/// "38 ms", "2 min 5 s", "3 h 12 min"
[[nodiscard]] std::string formatDuration(Duration duration);

} // namespace lockstep
