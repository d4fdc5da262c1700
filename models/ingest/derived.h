// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/metric.h"
#include "models/core/time.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// One tick of a metric that was computed here. In the store it is a metric like any other.
struct DerivedColumn
{
    MetricDescriptor metric;
    TickIndex tick = 0;
    std::vector<float> values; ///< by entity index of the metric's kind; NaN where there is nothing to say
    /// What becomes the newest value of each entity, also when the tick has left memory; empty: values do.
    std::vector<float> latest{};
};

/// A finding of an analysis. Its event's time is on our time line; its entity field is not used.
struct DerivedEvent
{
    EntityRef entity;
    Event event;
};

/// The index after the last value, as what follows in a column is nothing: a source may name a hundred thousand GPUs
/// and then say nothing of them, which should cost no room.
[[nodiscard]] std::size_t usedWidth(std::span<const float> values);

/// Results to add to the data. A plain value.
struct Derived
{
    std::vector<DerivedColumn> columns;
    std::vector<DerivedEvent> events;

    [[nodiscard]] bool isEmpty() const { return columns.empty() && events.empty(); }
    /// A new column of a metric of the catalogue, without data yet. Valid until the next one is added, unless there is
    /// room reserved.
    std::vector<float>& addColumn(std::string_view metric, TickIndex tick, std::size_t count);
};

} // namespace lockstep
