// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/columns/changeset.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Whether data is available now, later or never. Distinguishes data that was not recorded from data that has not been
/// read yet.
enum class Availability : std::uint8_t { Ready, Pending, None };

/// A time range with one availability.
struct AvailableRange
{
    TimeRange range;
    Availability state = Availability::None;

    friend bool operator==(const AvailableRange&, const AvailableRange&) = default;
};

/// Source of columns by the metrics and entity indices of the current cluster: its store, a recording, or values
/// computed on read. Views cannot distinguish past from present. Reading never blocks: missing data is fetched, and its
/// arrival is signalled through ClusterModel. GUI thread.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;

    /// All available ticks.
    [[nodiscard]] virtual TickRange ticks() const = 0;
    /// All entities of the metric's kind at one tick, by entity index; NaN is no data. May be shorter than the number
    /// of entities (the others have no data). Empty if there is no data, or not yet. Valid until control returns to the
    /// event loop.
    [[nodiscard]] virtual std::span<const float> column(MetricId metric, TickIndex tick) const = 0;
    /// One entity over a range of ticks, written to @p out (resized to the range's length).
    virtual void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const = 0;
    /// Pending: some of these ticks were requested and have not arrived. None: none of these ticks exist.
    [[nodiscard]] virtual Availability available(MetricId metric, TickRange range) const = 0;
};

/// Metrics that are computed on read, for any time at which their inputs are available. Views read them like stored
/// ones. GUI thread.
class ComputedColumns : public ColumnSource
{
public:
    [[nodiscard]] virtual bool computes(MetricId metric) const = 0;
    /// As in ClusterStore. All functions are for metrics that it computes().
    [[nodiscard]] virtual std::span<const float> latest(MetricId metric) const = 0;
};

enum class Extreme : std::uint8_t { Lowest, Highest };

/// Columns outside memory, from a recording. The store reads from it the ticks that are not in memory. GUI thread.
class ColdColumns : public ColumnSource
{
public:
    static constexpr Duration minPause = std::chrono::minutes(5);

    /// Long parts of its ticks without recorded data, in order, such as those between two runs.
    [[nodiscard]] virtual std::span<const TickRange> pauses() const { return {}; }
    /// One entity at one tick; NaN if there is no value, or not yet.
    [[nodiscard]] virtual float value(MetricId metric, std::uint32_t entity, TickIndex tick) const = 0;
    /// The lowest or highest value of each entity within @p ticks, which begin at a multiple of their length. nullopt:
    /// the answer would require reading each tick. Empty: no values, or not yet.
    [[nodiscard]] virtual std::optional<std::span<const float>> extremes([[maybe_unused]] MetricId metric,
                                                                         [[maybe_unused]] TickRange ticks,
                                                                         [[maybe_unused]] Extreme extreme) const
    {
        return std::nullopt;
    }
    /// Length of the steps, if only the minimum and maximum of each step are left for part of the range. Zero: all
    /// ticks are available.
    [[nodiscard]] virtual Duration summaryStep([[maybe_unused]] TickRange range) const { return {}; }
    using Steps = std::vector<std::span<const float>>;
    /// A sample of the range: steps of extremes() within @p ticks that are already in memory, whichever view requested
    /// them. None while they are being read. nullopt: no suitable steps were requested.
    [[nodiscard]] virtual std::optional<Steps> cachedSteps([[maybe_unused]] MetricId metric,
                                                           [[maybe_unused]] TickRange ticks) const
    {
        return std::nullopt;
    }
    /// By node: a value for each node that reported in that tick. nullopt: unknown, or not yet read.
    [[nodiscard]] virtual std::optional<std::span<const float>> presence(TickIndex tick) const = 0;

    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;
};

} // namespace lockstep
