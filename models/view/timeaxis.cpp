// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/timeaxis.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

using namespace std::chrono;

constexpr auto roundSteps = std::to_array<Duration>({
    1ns,   2ns,  5ns,   10ns,  20ns,  50ns,    100ns,   200ns,   500ns,    1us,      2us,      5us,       10us,
    20us,  50us, 100us, 200us, 500us, 1ms,     2ms,     5ms,     10ms,     20ms,     50ms,     100ms,     200ms,
    500ms, 1s,   2s,    5s,    10s,   15s,     30s,     1min,    2min,     5min,     10min,    15min,     30min,
    1h,    2h,   3h,    6h,    12h,   days(1), days(2), days(7), days(14), days(28), days(91), days(182), days(364),
});

TimePoint firstMultiple(TimePoint from, Duration step)
{
    const TimePoint floor = timeOfTick(tickIndexOf(from, step), step);
    return floor < from ? floor + step : floor;
}

/// "03:12:44" with decimals; hours and minutes alone where the step is whole minutes.
std::string clockOf(TimePoint time, Duration resolution)
{
    const hh_mm_ss<Duration> clock(time - floor<days>(time));
    if (resolution >= minutes(1))
        return fmt::format("{:02}:{:02}", clock.hours().count(), clock.minutes().count());
    int decimals = 0;
    for (Duration unit = seconds(1); unit > resolution && decimals < 9; unit /= 1000)
        decimals += 3;
    std::string text
        = fmt::format("{:02}:{:02}:{:02}", clock.hours().count(), clock.minutes().count(), clock.seconds().count());
    if (decimals > 0)
        text += '.' + fmt::format("{:09}", clock.subseconds().count()).substr(0, static_cast<std::size_t>(decimals));
    return text;
}

std::string dateOf(TimePoint time)
{
    const year_month_day date(floor<days>(time));
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

std::string markLabel(TimePoint time, Duration step, bool withDate)
{
    if (step >= days(1))
        return dateOf(time);
    const std::string clock = clockOf(time, step);
    return withDate ? dateOf(time) + ' ' + clock : clock;
}

} // namespace

double TimeAxis::pixelOf(TimePoint time) const
{
    if (range.isEmpty() || !(width > 0))
        return 0;
    // As doubles: a moment far outside the window must not overflow.
    const double before = static_cast<double>(time.time_since_epoch().count())
        - static_cast<double>(range.from.time_since_epoch().count());
    const double exact = std::abs(before) < 9e15 ? static_cast<double>((time - range.from).count()) : before;
    return exact / static_cast<double>(range.length().count()) * width;
}

TimePoint TimeAxis::timeAt(double pixel) const
{
    if (range.isEmpty() || !(width > 0) || !std::isfinite(pixel))
        return range.from;
    const double limit = 4e18;
    const double after = pixel / width * static_cast<double>(range.length().count());
    return range.from + Duration(std::llround(std::clamp(after, -limit, limit)));
}

std::vector<TimeMark> timeMarks(const TimeAxis& axis, double minimumPixels)
{
    if (axis.range.isEmpty() || !(axis.width > 0))
        return {};
    const double nsPerPixel = static_cast<double>(axis.range.length().count()) / axis.width;
    const double needed = std::max(minimumPixels, 1.0) * nsPerPixel;
    const auto found
        = std::ranges::find_if(roundSteps, [&](Duration step) { return static_cast<double>(step.count()) >= needed; });
    if (found == roundSteps.end())
        return {};
    const Duration step = *found;
    const bool exceedsADay = axis.range.length() > days(1);
    std::vector<TimeMark> marks;
    for (TimePoint time = firstMultiple(axis.range.from, step); time < axis.range.to; time += step)
        marks.push_back({time, markLabel(time, step, exceedsADay && marks.empty())});
    return marks;
}

std::string formatTime(TimePoint time, Duration resolution)
{
    return clockOf(time, std::min<Duration>(resolution, seconds(1))) + " UTC";
}

std::string formatDateTime(TimePoint time)
{
    return dateOf(time) + ' ' + clockOf(time, seconds(1)) + " UTC";
}

} // namespace lockstep
