// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <span>
#include <string_view>

namespace lockstep {

/// The metrics that Lockstep knows by name: title, unit, direction, limits. Constant data, any thread. Agents and
/// importers use these descriptors, so that a name has one meaning. A metric that is not listed is kept as its source
/// describes it.
[[nodiscard]] std::span<const MetricDescriptor> metricCatalogue();

/// The catalogue's entry of that name, or null.
[[nodiscard]] const MetricDescriptor* findMetric(std::string_view name);

/// The counter behind a rate: "port.link_downed" -> "port.link_downed.total"; null if it is not recorded.
[[nodiscard]] const MetricDescriptor* lifetimeOf(std::string_view rate);

/// The maximum within a tick of a metric that is sampled faster than it is reported: "x.y" -> "x.y.peak".
[[nodiscard]] MetricDescriptor peakOf(const MetricDescriptor& mean);

} // namespace lockstep
