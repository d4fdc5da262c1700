// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/exposition.h"
#include "models/core/metric.h"
#include "models/core/nodelayout.h"
#include "models/core/topology/topology.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Name under which a metric is exported: the usual exporter's name if its values are equal up to a factor, otherwise
/// Lockstep's own name, which ends with the unit.
struct ExposedMetric
{
    Exposition::Family family;
    double factor = 1; ///< exported value / Lockstep's value
};

/// @param entity name of the measured entity, because InfiniBand ports ("mlx5_0/1") have special names
[[nodiscard]] ExposedMetric exposedAs(const MetricDescriptor& metric, std::string_view entity);

/// Labels of an entity, in the form that exporters write and placeOf() reads. @p place begins at the entity's node or
/// at the cluster.
[[nodiscard]] Labels labelsOf(const std::vector<PlaceStep>& place);

/// Path from the top to an entity of a layout. @param node name of the node, which entities outside nodes do not have
[[nodiscard]] std::vector<PlaceStep> placeIn(const NodeLayout& layout, std::uint32_t entity, const std::string& node);

/// Path from the entity's node, or from the cluster.
[[nodiscard]] std::vector<PlaceStep> placeIn(const Topology& topology, EntityRef entity);

} // namespace lockstep
