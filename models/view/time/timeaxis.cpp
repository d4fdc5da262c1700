// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timeaxis.h"

#include "models/core/units.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

/// "03:12:44" with decimals; only hours and minutes if the step is whole minutes.
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

double TimeAxis::pausePixels() const
{
    return pauses.empty() ? 0 : std::min(pauseWidth, 0.4 * width / static_cast<double>(pauses.size()));
}

double TimeAxis::pixelsPerNs() const
{
    Duration shown = range.length();
    for (const TimeRange& pause : pauses)
        shown -= pause.length();
    const double left = width - pausePixels() * static_cast<double>(pauses.size());
    return left / static_cast<double>(std::max<std::int64_t>(shown.count(), 1));
}

double TimeAxis::pixelOf(TimePoint time) const
{
    if (range.isEmpty() || !(width > 0))
        return 0;
    // As doubles, because a moment far outside the window must not overflow.
    const double before = static_cast<double>(time.time_since_epoch().count())
        - static_cast<double>(range.from.time_since_epoch().count());
    const double exact = std::abs(before) < 9e15 ? static_cast<double>((time - range.from).count()) : before;
    if (pauses.empty())
        return exact / static_cast<double>(range.length().count()) * width;
    double shown = exact;
    double pixels = 0;
    for (const TimeRange& pause : pauses) {
        const double into = exact - static_cast<double>((pause.from - range.from).count());
        const double length = static_cast<double>(pause.length().count());
        shown -= std::clamp(into, 0.0, length);
        pixels += pausePixels() * std::clamp(into / length, 0.0, 1.0);
    }
    return shown * pixelsPerNs() + pixels;
}

TimePoint TimeAxis::timeAt(double pixel) const
{
    if (range.isEmpty() || !(width > 0) || !std::isfinite(pixel))
        return range.from;
    const double limit = 4e18;
    if (pauses.empty()) {
        const double after = pixel / width * static_cast<double>(range.length().count());
        return range.from + Duration(std::llround(std::clamp(after, -limit, limit)));
    }
    TimePoint from = range.from;
    for (const TimeRange& pause : pauses) {
        const double begin = pixelOf(pause.from);
        if (pixel < begin)
            break;
        if (pixel < begin + pausePixels()) {
            const double share = (pixel - begin) / pausePixels();
            return pause.from + Duration(std::llround(share * static_cast<double>(pause.length().count())));
        }
        from = pause.to;
    }
    const double after = (pixel - pixelOf(from)) / pixelsPerNs();
    return from + Duration(std::llround(std::clamp(after, -limit, limit)));
}

std::vector<TimeRange> TimeAxis::runs() const
{
    std::vector<TimeRange> runs;
    TimePoint from = range.from;
    for (const TimeRange& pause : pauses) {
        if (from < pause.from)
            runs.push_back({from, pause.from});
        from = pause.to;
    }
    if (from < range.to)
        runs.push_back({from, range.to});
    return runs;
}

std::vector<TimeMark> timeMarks(const TimeAxis& axis, double minimumPixels)
{
    if (axis.range.isEmpty() || !(axis.width > 0))
        return {};
    const bool exceedsADay = axis.range.length() > days(1);
    std::vector<TimeMark> marks;
    for (const TimeRange& run : axis.runs()) {
        const double from = axis.pixelOf(run.from);
        const double to = axis.pixelOf(run.to);
        const double nsPerPixel = static_cast<double>(run.length().count()) / std::max(to - from, 1e-9);
        const double needed = std::max(minimumPixels, 1.0) * nsPerPixel;
        const auto found = std::ranges::find_if(
            roundSteps, [&](Duration step) { return static_cast<double>(step.count()) >= needed; });
        if (found == roundSteps.end())
            continue;
        bool isFirst = true;
        for (TimePoint time = firstMultiple(run.from, *found); time < run.to; time += *found) {
            // A label that would overlap the next range is omitted.
            if (run.to != axis.range.to && to - axis.pixelOf(time) < minimumPixels / 2)
                break;
            marks.push_back({time, markLabel(time, *found, exceedsADay && std::exchange(isFirst, false))});
        }
    }
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

std::string formatDuration(Duration duration)
{
    const double seconds = std::chrono::duration<double>(duration).count();
    return duration < Duration::zero() ? "\u2212" + formatQuantity(-seconds, Unit::Seconds)
                                       : formatQuantity(seconds, Unit::Seconds);
}

} // namespace lockstep
