// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/reports/reportdrawing.h"
#include "models/incidents/annotation.h"
#include "models/incidents/evidence.h"

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

} // namespace lockstep
