// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/reportcharts.h"

#include <string>
#include <vector>

namespace lockstep {

/// What a job did, lane by lane.
/// Lanes with the longest waits first, at most @p maxLanes.
[[nodiscard]] Drawing drawSpans(const std::vector<EvidenceSpan>& spans, const ChartFrame& frame,
                                std::size_t maxLanes = 16);

/// Which colour is what, of the kinds that are there, and in which order lanes stand: "waits yellow, compute
/// grey-blue".
[[nodiscard]] std::string spanLegend(const std::vector<EvidenceSpan>& spans);

} // namespace lockstep
