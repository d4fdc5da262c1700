// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"

#include <optional>

namespace lockstep {

/// How bad a value is by the metric's own limits; nullopt: within them, none known, or no data.
[[nodiscard]] std::optional<Severity> severityOf(const MetricDescriptor& metric, float value);

/// Whether a value is further on the bad side than another, which may be no data. What is neither reads as high is bad.
[[nodiscard]] bool isWorse(float value, float than, Direction direction);

} // namespace lockstep
