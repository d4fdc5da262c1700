// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/exporters/scrapedmetric.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The host's name by the scraped address ("10.0.0.1:9100"), and by that address without the port.
using HostNames = std::map<std::string, std::string, std::less<>>;

/// Path to the entity of a series: beginning with its node or, for other places of the metric, with the cluster. Empty:
/// a required label is missing.
[[nodiscard]] std::vector<PlaceStep> placeOfSeries(const ScrapedMetric& metric, LabelViews labels,
                                                   const HostNames& hosts);

/// All labels as one text, to identify a series. Includes labels that may change for the same entity (an exporter's
/// pod, a GPU's job).
void seriesKey(LabelViews labels, std::string& key);

} // namespace lockstep
