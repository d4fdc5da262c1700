// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/scrapedmetric.h"
#include "models/core/metrics/metricoffer.h"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Name for exporters of Lockstep's own metrics.
inline constexpr std::string_view ownExporter = "lockstep-agent";

/// Metrics of NVIDIA's DCGM exporter (both generations of names), the node exporter, the InfiniBand exporter, inference
/// servers (vLLM, SGLang, Triton, Dynamo, KServe), and of exporters of our own metrics under their names with
/// underscores. If two rows of one metric are present, the first one is used.
[[nodiscard]] std::span<const ScrapedMetric> exporterTable();

/// Rows for a source with metrics of those names: a site's own rows, then the table's rows for other metrics.
[[nodiscard]] std::vector<ScrapedMetric> recognisedMetrics(std::span<const ScrapedMetric> own,
                                                           const std::set<std::string>& names);

/// The exporters that provide a metric, without those of our own metrics.
[[nodiscard]] std::vector<MetricOffer> offersOf(std::string_view metric);

} // namespace lockstep
