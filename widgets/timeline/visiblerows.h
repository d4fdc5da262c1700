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
struct VisibleRow
{
    const TimelineRow* row = nullptr;
    QRect area; ///< all of the row; of one that scrolls less may be seen, see TimelineGeometry::rowsArea()
};

/// Top to bottom: first those that do not scroll.
[[nodiscard]] std::vector<VisibleRow> visibleRows(const TimelineRows& rows, const TimelineGeometry& geometry);

/// A fingerprint of the content of these rows within a range: their spans, and gaps of their nodes. Costs a few
/// look-ups per row, so that changes elsewhere do not repaint.
[[nodiscard]] std::uint64_t fingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store,
                                          TimeRange range);
/// The same for their labels.
[[nodiscard]] std::uint64_t labelFingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store);

} // namespace lockstep
