// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/plausiblerange.h"

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
        return within(1e10F); // more than any grid gives one site
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
    return within(1e24F); // a unit that a newer agent knows
}

} // namespace lockstep
