// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/scrapedmetric.h"

#include <span>
#include <string_view>

namespace lockstep {

/// What our own metrics under their own names are said to be from.
inline constexpr std::string_view ownExporter = "lockstep-agent";

/// What is known of NVIDIA's DCGM exporter (both generations of names), the node exporter and the InfiniBand exporter,
/// and of whatever gives our own metrics under their own names with underscores. Where two rows of one metric are seen,
/// the first one counts.
[[nodiscard]] std::span<const ScrapedMetric> exporterTable();

} // namespace lockstep
