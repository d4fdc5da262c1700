// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

using Labels = std::vector<std::pair<std::string, std::string>>;
/// Labels owned by the caller, valid during the call.
using LabelViews = std::span<const std::pair<std::string_view, std::string_view>>;

/// The Lockstep metric that a foreign metric maps to, and the factor.
struct ForeignMetric
{
    MetricDescriptor metric;
    double factor = 1;
};

/// Maps a gauge of the DCGM exporter (old or new name), or a Lockstep metric with underscores, to the catalogue.
[[nodiscard]] std::optional<ForeignMetric> knownMetric(std::string_view name);

/// Descriptor of an unknown metric under its own name: kind from its labels, unit from the end of the name.
/// @param isRate the rate of a counter
[[nodiscard]] MetricDescriptor unknownMetric(std::string_view name, const Labels& labels, bool isRate);

/// Name under which Lockstep's agent and recorder export a metric: "lockstep_gpu_temperature_celsius".
[[nodiscard]] std::string ownNameOf(const MetricDescriptor& metric);

/// DCGM exporter's names of the gauges that knownMetric() maps, with their prefix.
[[nodiscard]] std::vector<std::string> dcgmNames();

/// One step of the path from the cluster to a series' entity.
struct PlaceStep
{
    EntityKind kind = EntityKind::Node;
    std::string name;
};

/// The label that names an entity of that kind in Lockstep's own exports. A job's is not "job", which scrapers set.
[[nodiscard]] std::string_view labelOfKind(EntityKind kind);

/// Belongs to no node: a switch, a loop, a rack, a job, a link, a tenant.
[[nodiscard]] bool isOfCluster(EntityKind kind);

/// The entity that labels name, from its node down: "Hostname", "instance" and similar name the node, "gpu" the GPU,
/// "device" and "port" the port, "nvlink" a link of the GPU or of the "nvswitch" in the node, and a kind's own label
/// other entities; switches, loops, racks and jobs belong to the cluster. For a metric outside the catalogue, other
/// labels form a sensor name, so that no two series have the same entity.
[[nodiscard]] std::vector<PlaceStep> placeOf(const Labels& labels, EntityKind kind);

/// True for a label that names an entity (and is not a measurement if it is a number).
[[nodiscard]] bool isPlaceLabel(std::string_view name);

} // namespace lockstep
