// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep::thermalmetrics {

/// What ThermalModel works out, as metrics. Constant; any thread.
[[nodiscard]] const MetricDescriptor& resistance();
[[nodiscard]] const MetricDescriptor& resistanceError();
[[nodiscard]] const MetricDescriptor& resistanceDeviation();
[[nodiscard]] const MetricDescriptor& capacity();
[[nodiscard]] const MetricDescriptor& steadyTemperature();
[[nodiscard]] const MetricDescriptor& timeToLimit();
[[nodiscard]] const MetricDescriptor& temperatureDeviation();
[[nodiscard]] const MetricDescriptor& temperatureChange();
[[nodiscard]] const MetricDescriptor& recirculation();
[[nodiscard]] const MetricDescriptor& loopHeat();
[[nodiscard]] const MetricDescriptor& loopBalance();
[[nodiscard]] const MetricDescriptor& loopFlowShare();
[[nodiscard]] const MetricDescriptor& loopTimeToLimit();

} // namespace lockstep::thermalmetrics
