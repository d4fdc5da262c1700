// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// Density of water at 1 bar in kg/m3 for 0 to 100 degrees Celsius (Kell, J. Chem. Eng. Data 20(1), 1975, in the short
/// form of Maidment's Handbook of Hydrology: within 0.1 %).
[[nodiscard]] double waterDensity(double celsius);

/// Heat capacity of water in J/(kg K): 4.18 kJ within 0.3 % from 10 to 80 degrees.
inline constexpr double waterHeatCapacity = 4180;

/// Heat removed by a water loop in W: flow x density x heat capacity x (return - supply), with the density at the mean
/// temperature. NaN if any input is NaN. Glycol reduces the heat: 25 % propylene glycol by 4 %.
[[nodiscard]] double loopHeat(double litersPerMinute, double supplyCelsius, double returnCelsius);

/// A metric that is computed from other metrics of the same entity and tick. It is computed on read and never sent or
/// recorded, so it exists for every tick with inputs, including old recordings. To add one, add a row to the table and
/// a name to metricnames.h.
struct PointwiseMetric
{
    MetricDescriptor descriptor;
    std::vector<std::string_view> inputs; ///< metrics of the same kind of entity; at most maxInputs
    float (*valueOf)(const float* inputs); ///< arguments in the order of inputs; NaN is no data, in and out

    static constexpr std::size_t maxInputs = 4;

    /// All entities of one tick. @param columns by input
    [[nodiscard]] std::vector<float> column(std::span<const std::span<const float>> columns) const;
};

/// All pointwise metrics. Constant; any thread.
[[nodiscard]] std::span<const PointwiseMetric> pointwiseMetrics();
[[nodiscard]] const PointwiseMetric* findPointwise(std::string_view name); ///< null: not pointwise

} // namespace lockstep
