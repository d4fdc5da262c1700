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
/// Labels that live somewhere else, as long as the call that gives them.
using LabelViews = std::span<const std::pair<std::string_view, std::string_view>>;

/// The Lockstep metric that a foreign metric maps to, and the factor.
struct ForeignMetric
{
    MetricDescriptor metric;
    double factor = 1;
};

/// Maps a gauge of the DCGM exporter (its old names and its new ones), or one of ours with underscores for dots, onto
/// the catalogue.
[[nodiscard]] std::optional<ForeignMetric> knownMetric(std::string_view name);

/// A metric that nobody here knows, under its own name: of whatever the labels name, in the unit that its name ends in.
/// @param isRate a counter whose rate is meant
[[nodiscard]] MetricDescriptor unknownMetric(std::string_view name, const Labels& labels, bool isRate);

/// What our own agent and recorder call a metric where they offer it: "lockstep_gpu_temperature_celsius".
[[nodiscard]] std::string ownNameOf(const MetricDescriptor& metric);

/// The names that NVIDIA's DCGM exporter gives the gauges that knownMetric() knows, with their prefix.
[[nodiscard]] std::vector<std::string> dcgmNames();

/// One step of the path from the cluster to a series' entity.
struct PlaceStep
{
    EntityKind kind = EntityKind::Node;
    std::string name;
};

/// The label that names an entity of that kind where no exporter has a word for it. A job's is not "job", which is the
/// scraper's own.
[[nodiscard]] std::string_view labelOfKind(EntityKind kind);

/// Belongs to no node: a switch, a loop, a rack, a job, a link, a tenant.
[[nodiscard]] bool isOfCluster(EntityKind kind);

/// The entity that labels name, from its node down: "Hostname" or "instance" and the like say the node, "gpu" the GPU,
/// "device" and "port" the port, "nvlink" one of the GPU or of the "nvswitch" in the node, and a kind's own label
/// others; what a switch, loop, rack or job label names is of the cluster. For a metric that is not in the catalogue,
/// labels that tell nothing of that make a sensor of their own, so that no two series fall on one.
[[nodiscard]] std::vector<PlaceStep> placeOf(const Labels& labels, EntityKind kind);

/// True for a label that names an entity (and is not a measurement if it is a number).
[[nodiscard]] bool isPlaceLabel(std::string_view name);

} // namespace lockstep
