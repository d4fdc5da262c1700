// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

namespace lockstep {

/// Metrics that are computed on read, for any time at which their inputs are available. Views read them like stored
/// ones. GUI thread.
class ComputedColumns : public ColumnSource
{
public:
    [[nodiscard]] virtual bool computes(MetricId metric) const = 0;
    /// As in ClusterStore. All functions are for metrics that it computes().
    [[nodiscard]] virtual std::span<const float> latest(MetricId metric) const = 0;
};

} // namespace lockstep
