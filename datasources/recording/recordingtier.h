// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordingfolder.h"
#include "models/core/metric.h"
#include "models/core/time.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// A coarser resolution of a rolling recording: a separate recording in a subfolder, whose tick is the step. Each
/// metric has the mean of a step under its own name, and its other summaries as further metrics.
struct RecordingTier
{
    std::string_view folder; ///< name of the subfolder
    std::string_view title; ///< of one step: "1 min"
    Duration step;
};

inline constexpr std::size_t tierCount = 2;
/// All tiers, finest first.
[[nodiscard]] std::span<const RecordingTier> recordingTiers();

/// Default limits by tier: a year if it fits into the bytes.
inline constexpr std::array<RecordingCaps, tierCount> defaultTierCaps{
    {{std::uint64_t{8} << 30U, std::chrono::hours(24 * 366)}, {std::uint64_t{4} << 30U, std::chrono::hours(24 * 366)}}};

/// Limits of a rolling recording.
struct RecordingLimits
{
    RecordingCaps ticks;
    std::array<RecordingCaps, tierCount> tiers = defaultTierCaps;
};

/// Path of a tier's folder in that of the recording.
[[nodiscard]] std::string tierFolder(const std::string& recording, const RecordingTier& tier);

/// Summary of a series within a step. If all samples are equal, only the mean is stored. The mean of a bit mask is the
/// union of all flags.
enum class Summary : std::uint8_t { Mean, Minimum, Maximum, Count };
inline constexpr std::size_t summaryCount = 4;

/// The metric that has this summary of @p of.
[[nodiscard]] MetricDescriptor summaryMetric(const MetricDescriptor& of, Summary summary);

/// Splits a summary's name into that of its metric and the kind; a name without suffix is a mean.
struct SummaryName
{
    std::string_view metric;
    Summary summary = Summary::Mean;
};
[[nodiscard]] SummaryName summaryName(std::string_view name);

/// Part of a recording that only a tier covers, by the recording's ticks.
struct SummarisedRange
{
    TickRange ticks;
    Duration step;
    friend bool operator==(const SummarisedRange&, const SummarisedRange&) = default;
};

} // namespace lockstep
