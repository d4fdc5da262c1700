// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/limits.h"

#include <cmath>

namespace lockstep {

std::optional<Severity> severityOf(const MetricDescriptor& metric, float value)
{
    if (std::isnan(value) || metric.direction == Direction::Neutral)
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

} // namespace lockstep
