// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

enum class Extreme : std::uint8_t { Lowest, Highest };

/// Columns outside memory, from a recording. The store requests ticks from it that it does not hold. GUI thread.
class ColdColumns : public ColumnSource
{
public:
    static constexpr Duration shortestPause = std::chrono::minutes(5);

    /// Long stretches of its ticks in which nothing was recorded, in order: between one run and the next.
    [[nodiscard]] virtual std::span<const TickRange> pauses() const { return {}; }
    /// One entity of one tick; NaN when there is nothing, or not yet.
    [[nodiscard]] virtual float value(MetricId metric, std::uint32_t entity, TickIndex tick) const = 0;
    /// Of each entity the lowest or the highest within @p ticks, which begin at a multiple of their length, where that
    /// can be determined without looking at each of them; nullopt: it cannot. Empty: there is nothing, or not yet.
    [[nodiscard]] virtual std::optional<std::span<const float>> extremes([[maybe_unused]] MetricId metric,
                                                                         [[maybe_unused]] TickRange ticks,
                                                                         [[maybe_unused]] Extreme extreme) const
    {
        return std::nullopt;
    }
    using Steps = std::vector<std::span<const float>>;
    /// Some of the steps of extremes() within @p ticks that are here already, whoever asked for them, or none while
    /// they are on their way: enough for a sample. nullopt: nobody has asked for any that are fit for such a stretch.
    [[nodiscard]] virtual std::optional<Steps> stepsAtHand([[maybe_unused]] MetricId metric,
                                                           [[maybe_unused]] TickRange ticks) const
    {
        return std::nullopt;
    }
    /// By node: a value for each that reported in that tick. Nothing when that is not known, or not yet.
    [[nodiscard]] virtual std::optional<std::span<const float>> presence(TickIndex tick) const = 0;

    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;
};

} // namespace lockstep
