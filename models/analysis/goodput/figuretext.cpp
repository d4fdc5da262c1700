// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/figuretext.h"

#include "models/core/units.h"

#include <fmt/format.h>

#include <cmath>

namespace lockstep {

std::string secondsText(double seconds)
{
    return formatQuantity(seconds, Unit::Seconds);
}

std::string shareText(double share)
{
    constexpr double min = 1e-4;
    if (share > 0 && share < min)
        return "<\u20090.01\u2009%";
    return formatQuantity(share, Unit::Ratio);
}

std::string gpuHoursText(double gpuSeconds)
{
    constexpr double min = 0.01;
    if (gpuSeconds > 0 && gpuSeconds < min * hourSeconds)
        return "<\u20090.01\u2009GPU h";
    return std::isnan(gpuSeconds) ? "unknown" : fmt::format("{}\u2009GPU h", formatNumber(gpuSeconds / hourSeconds));
}

std::string gpuSecondsText(double gpuSeconds)
{
    return fmt::format("{}\u2009GPU s", formatNumber(gpuSeconds));
}

std::string costSuffix(double gpuSeconds, const Rates& rates)
{
    if (!rates.gpuHour)
        return {};
    const double amount = gpuSeconds / hourSeconds * *rates.gpuHour;
    return fmt::format(", {}\u2009{}", std::abs(amount) < 100 ? fmt::format("{:.2f}", amount) : formatNumber(amount),
                       rates.currency);
}

std::pair<std::string, std::string> rateInput(const Rates& rates)
{
    return {"rate", rates.gpuHour ? fmt::format("{} {}/GPU h", *rates.gpuHour, rates.currency) : "not set"};
}

Figure unknownFigure(std::string name, std::string why)
{
    return {std::move(name), std::move(why), false, {}, {}};
}

} // namespace lockstep
