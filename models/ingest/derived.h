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

/// One tick of a derived metric. In the store it is a metric like any other.
struct DerivedColumn
{
    MetricDescriptor metric;
    TickIndex tick = 0;
    std::vector<float> values; ///< by entity index of the metric's kind; NaN is no data
    /// Newest value of each entity, also if the tick has left memory; empty: values.
    std::vector<float> latest{};
};

/// A finding of an analysis. The event's time is by the local clock; its entity field is not used.
struct DerivedEvent
{
    EntityRef entity;
    Event event;
};

/// One more than the index of the last value that is not NaN. Limits the memory of a source that names many entities
/// and reports nothing about them.
[[nodiscard]] std::size_t usedWidth(std::span<const float> values);

/// Results of analyses: values of derived metrics, and events. A plain value.
struct Derived
{
    std::vector<DerivedColumn> columns;
    std::vector<DerivedEvent> events;

    [[nodiscard]] bool isEmpty() const { return columns.empty() && events.empty(); }
    /// A new column of a metric of the catalogue, filled with no data. Valid until the next one is added, unless
    /// capacity was reserved.
    std::vector<float>& addColumn(std::string_view metric, TickIndex tick, std::size_t count);
};

} // namespace lockstep
