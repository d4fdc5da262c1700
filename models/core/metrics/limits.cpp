// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/limits.h"

#include "models/core/metrics/flags.h"

#include <cmath>

namespace lockstep {

std::optional<Severity> severityOf(const MetricDescriptor& metric, float value)
{
    if (std::isnan(value))
        return std::nullopt;
    if (const auto flags = flagsOf(metric); !flags.empty())
        return severityOfFlags(flags, value);
    if (metric.direction == Direction::Neutral)
        return std::nullopt;
    const auto reaches = [&](std::optional<float> limit) {
        return limit && (metric.direction == Direction::HighIsBad ? value >= *limit : value <= *limit);
    };
    if (reaches(metric.critical))
        return Severity::Critical;
    if (reaches(metric.warning))
        return Severity::Warning;
    return std::nullopt;
}

bool isWorse(float value, float than, Direction direction)
{
    if (std::isnan(than))
        return true;
    return direction == Direction::LowIsBad ? value < than : value > than;
}

bool isWorse(const MetricDescriptor& metric, float value, float than)
{
    const auto flags = flagsOf(metric);
    if (flags.empty() || std::isnan(than))
        return isWorse(value, than, metric.direction);
    return badnessOfFlags(flags, value) > badnessOfFlags(flags, than);
}

bool isJudged(const MetricDescriptor& metric)
{
    return !flagsOf(metric).empty() || (metric.direction != Direction::Neutral && (metric.warning || metric.critical));
}

float excessOf(const MetricDescriptor& metric, float value)
{
    if (!severityOf(metric, value))
        return 0;
    if (const auto flags = flagsOf(metric); !flags.empty())
        return badnessOfFlags(flags, value);
    const auto limit = metric.warning ? metric.warning : metric.critical;
    return std::abs(value - *limit);
}

} // namespace lockstep
