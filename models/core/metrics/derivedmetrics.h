// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <vector>

namespace lockstep {

/// The metrics of the catalogue that are derived from others, not measured.
[[nodiscard]] std::vector<MetricDescriptor> derivedMetrics();

} // namespace lockstep
