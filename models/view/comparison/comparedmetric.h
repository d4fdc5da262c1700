// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/view/comparison/comparebaseline.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Whether that is worth a picture: flags have no difference, and a share of a temperature in °C or of a deviation
/// means nothing.
[[nodiscard]] bool canBeShown(const MetricDescriptor& metric, Shown shown);

/// The metric that shows it, as any other: "gpu.temperature.difference", in K, centred on zero, its title with the
/// baseline's @p name. Not for Shown::Value.
[[nodiscard]] MetricDescriptor comparedMetric(const MetricDescriptor& metric, Shown shown, const std::string& name);

/// One value against its baseline. NaN where either is missing, and for a change from nothing.
[[nodiscard]] float compared(float value, float baseline, Shown shown);

/// The same for columns, as long as @p values; where the baseline is shorter it has nothing.
[[nodiscard]] std::vector<float> compared(std::span<const float> values, std::span<const float> baseline, Shown shown);

} // namespace lockstep
