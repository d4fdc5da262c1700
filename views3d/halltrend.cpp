// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/halltrend.h"

#include "views3d/hallvalues.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t rateTicks = 30;
constexpr float leastForRate = 8;
constexpr float farAwaySeconds = 3600; // seconds: a limit farther off than that is none

/// Slope per second of a straight line through what is there of the last ticks (least squares); NaN with too little.
std::vector<float> slopesOf(const HallMoment& moment, std::size_t count)
{
    struct Sums
    {
        float n = 0, t = 0, tt = 0, v = 0, tv = 0;
    };
    std::vector<Sums> sums(count);
    const auto newest = moment.store.column(moment.metric, moment.tick);
    for (std::int64_t back = 0; back < rateTicks; ++back) {
        const auto column = moment.store.column(moment.metric, moment.tick - back);
        const auto t = static_cast<float>(-back);
        for (std::size_t at = 0; at < std::min(count, column.size()); ++at) {
            // Differences to the newest value keep the sums small enough for float.
            const float v = column[at] - (at < newest.size() && !std::isnan(newest[at]) ? newest[at] : 0);
            if (std::isnan(v))
                continue;
            Sums& sum = sums[at];
            sum.n += 1;
            sum.t += t;
            sum.tt += t * t;
            sum.v += v;
            sum.tv += t * v;
        }
    }
    const auto perTick = std::chrono::duration<float>(moment.store.tickPeriod()).count();
    std::vector<float> slopes(count, noData);
    for (std::size_t at = 0; at < count; ++at) {
        const Sums& sum = sums[at];
        const float spread = sum.n * sum.tt - sum.t * sum.t;
        if (sum.n >= leastForRate && spread > 0)
            slopes[at] = (sum.n * sum.tv - sum.t * sum.v) / spread / perTick;
    }
    return slopes;
}

} // namespace

std::vector<float> changesPerMinute(const HallMoment& moment, std::span<const HallReading> readings)
{
    auto slopes = slopesOf(moment, readings.size());
    for (float& slope : slopes)
        slope *= 60;
    return slopes;
}

std::vector<float> secondsToLimit(const HallMoment& moment, std::span<const HallReading> readings)
{
    const MetricDescriptor& metric = moment.descriptor();
    const float limit = metric.critical.value_or(metric.warning.value_or(noData));
    const float sign = metric.direction == Direction::LowIsBad ? -1 : 1;
    auto seconds = slopesOf(moment, readings.size());
    for (std::size_t at = 0; at < readings.size(); ++at) {
        const float left = sign * (limit - readings[at].value);
        const float speed = sign * seconds[at];
        if (left <= 0)
            seconds[at] = 0;
        else if (!std::isnan(speed))
            seconds[at] = speed > 0 ? std::min(left / speed, farAwaySeconds) : farAwaySeconds;
    }
    return seconds;
}

} // namespace lockstep
