// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/ingest/metrictable.h"

#include <QString>

#include <vector>

namespace lockstep {

/// The default metric of views: GPU temperature, otherwise CPU utilisation, otherwise the first known. Invalid if there
/// is none.
[[nodiscard]] MetricId defaultMetric(const MetricTable& metrics);

/// The metrics of a kind, the most important first; for ports, those about link faults come first.
[[nodiscard]] std::vector<MetricId> metricsWorstFirst(const MetricTable& metrics, EntityKind kind);

/// "GPU temperature (°C)"; plain numbers without a unit.
[[nodiscard]] QString titleWithUnit(const MetricDescriptor& metric);

/// Plural name of an entity kind: "GPUs", "network ports".
[[nodiscard]] QString kindTitle(EntityKind kind);
/// "1 GPU", "16 384 GPUs".
[[nodiscard]] QString countedKind(EntityKind kind, std::size_t count);

/// "node-0004 gpu3": short, and still unique among nodes. In a cluster of one node, "gpu3".
[[nodiscard]] QString entityLabel(const Topology& topology, EntityRef entity);

} // namespace lockstep
