// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"

#include <optional>

namespace lockstep {

/// How bad a value is by the metric's own limits; nullopt: within them, none known, or no data.
[[nodiscard]] std::optional<Severity> severityOf(const MetricDescriptor& metric, float value);

} // namespace lockstep
