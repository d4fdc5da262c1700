// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/limits.h"

#include "models/core/metrics/flags.h"

#include <cmath>

namespace lockstep {

namespace {

PlausibleRange within(float max)
{
    return {-max, max};
}

} // namespace

PlausibleRange plausibleRange(const MetricDescriptor& metric)
{
    switch (metric.unit) {
    case Unit::None:
        return within(1e24F);
    case Unit::Ratio:
        return within(metric.fullScale ? 2 * std::abs(*metric.fullScale) : 1e6F);
    case Unit::Celsius:
        return {-100, 1000};
    case Unit::KelvinDelta:
        return within(1000);
    case Unit::Watt:
        return within(1e10F); // more than any power grid supplies to one site
    case Unit::Joule:
        return within(1e18F);
    case Unit::Hertz:
        return {0, 1e13F};
    case Unit::Volt:
    case Unit::Ampere:
        return within(1e6F);
    case Unit::Bytes:
        return {0, 1e21F};
    case Unit::BytesPerSecond:
    case Unit::BitsPerSecond:
        return {0, 1e18F};
    case Unit::Seconds:
        return within(1e12F);
    case Unit::PerSecond:
        return within(1e15F);
    case Unit::RotationsPerMinute:
        return {0, 1e6F};
    case Unit::LitersPerMinute:
        return within(1e7F);
    case Unit::Pascal:
        return within(1e10F);
    case Unit::Bitmask:
        return {0, 0x1p24F};
    case Unit::KelvinPerWatt:
    case Unit::JoulePerKelvin:
        return within(1e9F);
    case Unit::KelvinPerMinute:
        return within(60 * 1000);
    case Unit::CurrencyPerHour:
        return within(1e12F);
    }
    return within(1e24F); // unit of a newer agent
}

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
