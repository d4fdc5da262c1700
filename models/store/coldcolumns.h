// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/changeset.h"

#include <optional>
#include <span>

namespace lockstep {

/// Columns that are not in memory but can be had: a recording's. The store asks it for ticks that it does not hold, so
/// that a view cannot tell past from present. Asking never waits: what is not at hand is fetched, and whoever keeps the
/// columns tells the ClusterModel when it has come. GUI thread.
class ColdColumns
{
public:
    static constexpr Duration shortestPause = std::chrono::minutes(5);

    virtual ~ColdColumns() = default;

    /// All ticks that can be had; empty: none.
    [[nodiscard]] virtual TickRange ticks() const = 0;
    /// Long stretches of these in which nothing was recorded, in order: between one run and the next.
    [[nodiscard]] virtual std::span<const TickRange> pauses() const { return {}; }
    /// One tick by the store's entity index; empty when there is nothing, or not yet. Valid until the event loop turns.
    [[nodiscard]] virtual std::span<const float> column(MetricId metric, TickIndex tick) const = 0;
    /// One entity of one tick; NaN when there is nothing, or not yet.
    [[nodiscard]] virtual float value(MetricId metric, std::uint32_t entity, TickIndex tick) const = 0;
    /// By node: a value for each that reported in that tick. Nothing when that is not known, or not yet.
    [[nodiscard]] virtual std::optional<std::span<const float>> presence(TickIndex tick) const = 0;
};

} // namespace lockstep
