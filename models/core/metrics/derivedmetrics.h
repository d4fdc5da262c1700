// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <vector>

namespace lockstep {

/// The metrics that follow from others: the catalogue's part that nobody measures.
[[nodiscard]] std::vector<MetricDescriptor> derivedMetrics();

} // namespace lockstep
