// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/flags.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::uint32_t idleBit = 0x1;

/// NVML's nvmlClocksEventReasons; DCGM uses the same bits. A software power cap is normal for a busy GPU; throttling by
/// heat or by an external power brake is a fault.
constexpr auto throttleReasons = std::to_array<FlagMeaning>({
    {0x40, "hardware thermal slowdown", Severity::Critical},
    {0x80, "power brake", Severity::Critical},
    {0x08, "hardware slowdown", Severity::Critical},
    {0x20, "thermal slowdown", Severity::Warning},
    {0x04, "power cap", std::nullopt},
    {0x10, "sync boost", std::nullopt},
    {0x02, "application clocks", std::nullopt},
    {0x100, "display clocks", std::nullopt},
    {idleBit, "idle", std::nullopt},
});

std::uint32_t bitsOf(float value)
{
    return value > 0 ? static_cast<std::uint32_t>(value) : 0; // NaN too
}

} // namespace

std::span<const FlagMeaning> flagsOf(const MetricDescriptor& metric)
{
    if (metric.unit == Unit::Bitmask && metric.name == metrics::gpu::throttleReasons)
        return throttleReasons;
    return {};
}

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
    return (bitsOf(value) & ~idleBit) != 0 ? 0.25F : 0.0F;
}

std::string formatValue(const MetricDescriptor& metric, float value)
{
    const auto flags = std::isnan(value) ? std::span<const FlagMeaning>() : flagsOf(metric);
    return flags.empty() ? formatQuantity(static_cast<double>(value), metric.unit) : flagsText(flags, value);
}

} // namespace lockstep
