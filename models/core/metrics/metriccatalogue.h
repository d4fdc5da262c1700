// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <span>
#include <string_view>

namespace lockstep {

/// The metrics that Lockstep knows by name: title, unit, direction, limits. Constant data, any thread.
/// Agents and importers take descriptors from here, so that one name means the same everywhere; a metric that is
/// not listed is kept as its source describes it.
[[nodiscard]] std::span<const MetricDescriptor> metricCatalogue();

/// The catalogue's entry of that name, or null.
[[nodiscard]] const MetricDescriptor* findMetric(std::string_view name);

/// The counter behind a rate: "port.link_downed" -> "port.link_downed.total"; null if it is not kept.
[[nodiscard]] const MetricDescriptor* lifetimeOf(std::string_view rate);

/// The largest value within a tick of a metric that is sampled faster than it is reported: "x.y" -> "x.y.peak".
[[nodiscard]] MetricDescriptor peakOf(const MetricDescriptor& mean);

} // namespace lockstep
