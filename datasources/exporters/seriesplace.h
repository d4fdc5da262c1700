// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/exporters/scrapedmetric.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The host's name by the address that it is scraped at ("10.0.0.1:9100"), and by that address without the port.
using HostNames = std::map<std::string, std::string, std::less<>>;

/// The way down to the entity that a series of a metric is about: its node first, or, where the metric's places begin
/// with something else, from the cluster. Empty: a label that should name it is missing.
[[nodiscard]] std::vector<PlaceStep> placeOfSeries(const ScrapedMetric& metric, LabelViews labels,
                                                   const HostNames& hosts);

/// dcgm-exporter's label for the model of a GPU.
inline constexpr std::string_view gpuModelLabel = "modelName";

/// One text for all labels, to know a series again. Labels that a series can change without becoming another (the pod
/// of an exporter, the job that a GPU runs) count, too.
void seriesKey(LabelViews labels, std::string& key);

} // namespace lockstep
