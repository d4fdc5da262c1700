// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <QRect>

#include <cstdint>
#include <vector>

namespace lockstep {

class ClusterStore;

/// A visible row and its position in the viewport, including labels. Valid until the rows are rebuilt.
struct RowInSight
{
    const TimelineRow* row = nullptr;
    QRect area; ///< all of the row; of one that scrolls less may be seen, see TimelineGeometry::rowsArea()
};

/// Top to bottom: first those that do not scroll.
[[nodiscard]] std::vector<RowInSight> rowsInSight(const TimelineRows& rows, const TimelineGeometry& geometry);

/// Tells one state of what these rows show within a range from another: the spans in it, and what was not heard of
/// their nodes. Costs a few look-ups a row, so that a change elsewhere in the cluster paints nothing.
[[nodiscard]] std::uint64_t fingerprintOf(const std::vector<RowInSight>& rows, const ClusterStore& store,
                                          TimeRange range);
/// The same of what their labels show.
[[nodiscard]] std::uint64_t labelFingerprintOf(const std::vector<RowInSight>& rows, const ClusterStore& store);

} // namespace lockstep
