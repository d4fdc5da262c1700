// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/columns/columnsource.h"

namespace lockstep {

/// Metrics that are computed when they are read rather than kept: they cost what is looked at, at any time that the
/// others are known for. The store asks for them as it asks itself for the others, so that no view can tell. GUI
/// thread.
class ComputedColumns : public ColumnSource
{
public:
    [[nodiscard]] virtual bool computes(MetricId metric) const = 0;
    /// As ClusterStore's; this and all else for metrics that it computes().
    [[nodiscard]] virtual std::span<const float> latest(MetricId metric) const = 0;
};

} // namespace lockstep
