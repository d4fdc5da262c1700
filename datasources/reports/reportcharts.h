// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/reports/report.h"
#include "models/incidents/annotation.h"
#include "models/incidents/evidence.h"

#include <string>
#include <vector>

namespace lockstep {

/// Shared by the charts of a report: time range, time zone, and the notes, which appear in each chart as numbered
/// lines.
struct ChartFrame
{
    TimeRange range;
    const ReportZone& zone;
    const std::vector<Annotation>& notes;
};

/// The figures of a report, drawn from the data at print quality. Gaps are drawn as a hatch only.
[[nodiscard]] Drawing drawSeries(const EvidenceSeries& series, const ChartFrame& frame);
[[nodiscard]] Drawing drawHeat(const EvidenceHeat& heat, const ChartFrame& frame);

/// A job's activity, lane by lane. Lanes with the longest waits first, at most @p maxLanes.
[[nodiscard]] Drawing drawSpans(const std::vector<EvidenceSpan>& spans, const ChartFrame& frame,
                                std::size_t maxLanes = 16);

/// Legend of the kinds present, and the order of the lanes: "waits (yellow), compute (grey-blue)".
[[nodiscard]] std::string spanLegend(const std::vector<EvidenceSpan>& spans);

} // namespace lockstep
