// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/reportcharts.h"

#include <string>
#include <vector>

namespace lockstep {

/// A job's activity, lane by lane. Lanes with the longest waits first, at most @p maxLanes.
[[nodiscard]] Drawing drawSpans(const std::vector<EvidenceSpan>& spans, const ChartFrame& frame,
                                std::size_t maxLanes = 16);

/// Legend of the kinds present, and the order of the lanes: "waits (yellow), compute (grey-blue)".
[[nodiscard]] std::string spanLegend(const std::vector<EvidenceSpan>& spans);

} // namespace lockstep
