// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/changeset.h"

#include <span>
#include <vector>

namespace lockstep {

/// Metrics that are worked out when they are read rather than kept: they cost what is looked at, at any time that the
/// others are known for. The store asks for them as it asks itself for the others, so that no view can tell. GUI
/// thread.
class ComputedColumns
{
public:
    virtual ~ComputedColumns() = default;

    [[nodiscard]] virtual bool computes(MetricId metric) const = 0;

    /// As ClusterStore's, for metrics that it computes().
    [[nodiscard]] virtual std::span<const float> column(MetricId metric, TickIndex tick) const = 0;
    [[nodiscard]] virtual std::span<const float> latest(MetricId metric) const = 0;
    virtual void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const = 0;
};

} // namespace lockstep
