// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/exposition.h"
#include "models/core/metric.h"
#include "models/core/nodelayout.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// How a metric is exported: under the usual exporter's name if the value is the same up to a factor, otherwise under a
/// name of our own that ends with the unit.
struct ExposedMetric
{
    Exposition::Family family;
    double factor = 1; ///< ours times this is what is offered
};

/// @param entity the name of what it is measured at: the ports of InfiniBand ("mlx5_0/1") have names of their own
[[nodiscard]] ExposedMetric exposedAs(const MetricDescriptor& metric, std::string_view entity);

/// The labels of an entity, by the way down to it from its node or from the cluster, as exporters write them and as
/// placeOf() reads them.
[[nodiscard]] Labels labelsOf(const std::vector<PlaceStep>& place);

/// The way down to an entity of a layout. @param node the name of the node, which what belongs to no node has none of
[[nodiscard]] std::vector<PlaceStep> placeIn(const NodeLayout& layout, std::uint32_t entity, const std::string& node);

} // namespace lockstep
