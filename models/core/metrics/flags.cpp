// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/flags.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

/// A software power cap is normal for a busy GPU; throttling by heat or by an external power brake is a fault.
constexpr auto throttleReasons = std::to_array<FlagMeaning>({
    {throttle::hardwareThermal, "hardware thermal slowdown", Severity::Critical},
    {throttle::powerBrake, "power brake", Severity::Critical},
    {throttle::hardwareSlowdown, "hardware slowdown", Severity::Critical},
    {throttle::softwareThermal, "thermal slowdown", Severity::Warning},
    {throttle::softwarePowerCap, "power cap", std::nullopt},
    {0x10, "sync boost", std::nullopt},
    {throttle::applicationClocks, "application clocks", std::nullopt},
    {0x100, "display clocks", std::nullopt},
    {throttle::idle, "idle", std::nullopt},
});

std::uint32_t bitsOf(float value)
{
    return value > 0 ? static_cast<std::uint32_t>(value) : 0; // NaN too
}

/// The flags that are set, in words: "thermal slowdown, power cap"; "none"; a bit without a meaning as "0x200".
std::string flagsText(std::span<const FlagMeaning> flags, float value)
{
    std::uint32_t bits = bitsOf(value);
    std::string text;
    const auto add = [&text](std::string_view words) {
        text += text.empty() ? "" : ", ";
        text += words;
    };
    for (const FlagMeaning& flag : flags) {
        if ((bits & flag.bit) != 0)
            add(flag.words);
        bits &= ~flag.bit;
    }
    if (bits != 0)
        add(fmt::format("0x{:x}", bits));
    return text.empty() ? "none" : text;
}

} // namespace

std::span<const FlagMeaning> flagsOf(const MetricDescriptor& metric)
{
    if (metric.unit == Unit::Bitmask && metric.name == metrics::gpu::throttleReasons)
        return throttleReasons;
    return {};
}

std::optional<Severity> severityOfFlags(std::span<const FlagMeaning> flags, float value)
{
    const std::uint32_t bits = bitsOf(value);
    const auto worst = std::ranges::find_if(flags, [bits](const FlagMeaning& flag) { return (bits & flag.bit) != 0; });
    return worst == flags.end() ? std::nullopt : worst->severity;
}

float badnessOfFlags(std::span<const FlagMeaning> flags, float value)
{
    if (const auto severity = severityOfFlags(flags, value))
        return *severity == Severity::Critical ? 1.0F : 0.7F;
    return (bitsOf(value) & ~throttle::idle) != 0 ? 0.25F : 0.0F;
}

std::string formatValue(const MetricDescriptor& metric, float value)
{
    const auto flags = std::isnan(value) ? std::span<const FlagMeaning>() : flagsOf(metric);
    return flags.empty() ? formatQuantity(static_cast<double>(value), metric.unit) : flagsText(flags, value);
}

} // namespace lockstep
