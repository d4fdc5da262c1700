// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"
#include "models/view/comparison/comparebaseline.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Whether the comparison is meaningful: bit masks have no difference, and a relative change of °C or of a deviation
/// means nothing.
[[nodiscard]] bool canBeShown(const MetricDescriptor& metric, Shown shown);

/// The metric of a comparison: "gpu.temperature.difference", in K, centred on zero, with the baseline's @p name in its
/// title. Not for Shown::Value.
[[nodiscard]] MetricDescriptor comparedMetric(const MetricDescriptor& metric, Shown shown, const std::string& name);

/// One value compared with its baseline. NaN if either is missing, and for a relative change from zero.
[[nodiscard]] float compared(float value, float baseline, Shown shown);

/// The same for columns, as long as @p values; a missing end of the baseline is no data.
[[nodiscard]] std::vector<float> compared(std::span<const float> values, std::span<const float> baseline, Shown shown);

} // namespace lockstep
