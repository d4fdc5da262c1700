// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

enum class Extreme : std::uint8_t { Lowest, Highest };

/// Columns outside memory, from a recording. The store reads from it the ticks that are not in memory. GUI thread.
class ColdColumns : public ColumnSource
{
public:
    static constexpr Duration shortestPause = std::chrono::minutes(5);

    /// Long parts of its ticks without recorded data, in order, such as those between two runs.
    [[nodiscard]] virtual std::span<const TickRange> pauses() const { return {}; }
    /// One entity at one tick; NaN if there is no value, or not yet.
    [[nodiscard]] virtual float value(MetricId metric, std::uint32_t entity, TickIndex tick) const = 0;
    /// Per entity the lowest or highest value within @p ticks, which begin at a multiple of their length, if this is
    /// possible without reading each tick; nullopt: it is not. Empty: no values, or not yet.
    [[nodiscard]] virtual std::optional<std::span<const float>> extremes([[maybe_unused]] MetricId metric,
                                                                         [[maybe_unused]] TickRange ticks,
                                                                         [[maybe_unused]] Extreme extreme) const
    {
        return std::nullopt;
    }
    /// Length of the steps whose minimum and maximum are all that is left of part of the range; zero: it has each tick.
    [[nodiscard]] virtual Duration summaryStep([[maybe_unused]] TickRange range) const { return {}; }
    using Steps = std::vector<std::span<const float>>;
    /// Steps of extremes() within @p ticks that are already in memory, regardless of who requested them, as a sample;
    /// none while they are being read. nullopt: no suitable ones were requested.
    [[nodiscard]] virtual std::optional<Steps> stepsAtHand([[maybe_unused]] MetricId metric,
                                                           [[maybe_unused]] TickRange ticks) const
    {
        return std::nullopt;
    }
    /// By node: a value for each that reported in that tick. nullopt if unknown, or not yet read.
    [[nodiscard]] virtual std::optional<std::span<const float>> presence(TickIndex tick) const = 0;

    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;
};

} // namespace lockstep
