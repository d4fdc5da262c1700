// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/units.h"
#include "models/view/timeaxis.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr std::string_view space = "\u2009";

/// Two neighbouring units; the smaller is left out when it is zero.
std::string pair(std::int64_t large, std::string_view largeUnit, std::int64_t small, std::string_view smallUnit)
{
    std::string text = fmt::format("{}{}{}", large, space, largeUnit);
    return small == 0 ? text : fmt::format("{} {}{}{}", text, small, space, smallUnit);
}

std::string formatMagnitude(Duration duration)
{
    using namespace std::chrono;
    if (duration < seconds(60))
        return formatQuantity(std::chrono::duration<double>(duration).count(), Unit::Seconds);
    if (duration < hours(1)) {
        const auto whole = round<seconds>(duration).count();
        return whole < 3600 ? pair(whole / 60, "min", whole % 60, "s") : pair(1, "h", 0, "min");
    }
    const auto wholeMinutes = round<minutes>(duration).count();
    if (wholeMinutes < 24 * 60)
        return pair(wholeMinutes / 60, "h", wholeMinutes % 60, "min");
    const auto wholeHours = round<hours>(duration).count();
    return pair(wholeHours / 24, "d", wholeHours % 24, "h");
}

} // namespace

std::string formatDuration(Duration duration)
{
    if (duration >= Duration::zero())
        return formatMagnitude(duration);
    return "\u2212" + formatMagnitude(duration == Duration::min() ? Duration::max() : -duration);
}

} // namespace lockstep
