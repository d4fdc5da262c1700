// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

namespace lockstep {

/// Metrics that are computed on read, at any time for which their inputs are available. Views access them like stored
/// ones. GUI thread.
class ComputedColumns : public ColumnSource
{
public:
    [[nodiscard]] virtual bool computes(MetricId metric) const = 0;
    /// As ClusterStore's; this and all else for metrics that it computes().
    [[nodiscard]] virtual std::span<const float> latest(MetricId metric) const = 0;
};

} // namespace lockstep
