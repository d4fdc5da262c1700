// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// Reasons for a reduced clock: NVML's nvmlClocksEventReasons; DCGM uses the same bits.
namespace throttle {
inline constexpr std::uint32_t idle = 0x1;
inline constexpr std::uint32_t applicationClocks = 0x2;
inline constexpr std::uint32_t softwarePowerCap = 0x4;
inline constexpr std::uint32_t hardwareSlowdown = 0x8;
inline constexpr std::uint32_t softwareThermal = 0x20;
inline constexpr std::uint32_t hardwareThermal = 0x40;
inline constexpr std::uint32_t powerBrake = 0x80;
inline constexpr std::uint32_t byPower = softwarePowerCap | powerBrake;
inline constexpr std::uint32_t byHeat = softwareThermal | hardwareThermal;
inline constexpr std::uint32_t byPowerOrHeat = byPower | byHeat | hardwareSlowdown;
} // namespace throttle

/// Meaning of one bit of a metric that is a bit mask.
struct FlagMeaning
{
    std::uint32_t bit = 0;
    std::string_view words; ///< "thermal slowdown"
    std::optional<Severity> severity; ///< nullopt: healthy, or irrelevant
};

/// Meanings of the bits of a metric, the worst first; empty if unknown or not a bit mask.
[[nodiscard]] std::span<const FlagMeaning> flagsOf(const MetricDescriptor& metric);

/// The worst of the flags that are set.
[[nodiscard]] std::optional<Severity> severityOfFlags(std::span<const FlagMeaning> flags, float value);

/// Severity of a set of flags, for colours and order: 0 for none or idle, then harmless flags, then warnings, up to 1
/// for critical flags.
[[nodiscard]] float badnessOfFlags(std::span<const FlagMeaning> flags, float value);

/// A value as text: a quantity with its unit, or the names of its flags. NaN gives "no data".
[[nodiscard]] std::string formatValue(const MetricDescriptor& metric, float value);

} // namespace lockstep
