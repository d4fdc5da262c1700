// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

/// A metric that is computed from other metrics of the same entity and tick. It is computed on read, so that it exists
/// for every tick with inputs, including old recordings; it is never sent or recorded. To add one, add a row to the
/// table and a name to metricnames.h.
struct PointwiseMetric
{
    MetricDescriptor descriptor;
    std::vector<std::string_view> inputs; ///< of the same kind of entity; at most maxInputs
    float (*valueOf)(const float* inputs); ///< arguments in the order of inputs; NaN is no data, in and out

    static constexpr std::size_t maxInputs = 4;

    /// All entities of one tick. @param columns by input
    [[nodiscard]] std::vector<float> column(std::span<const std::span<const float>> columns) const;
};

/// All pointwise metrics. Constant; any thread.
[[nodiscard]] std::span<const PointwiseMetric> pointwiseMetrics();
[[nodiscard]] const PointwiseMetric* findPointwise(std::string_view name); ///< null: not pointwise

} // namespace lockstep
