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
    QRect area; ///< the full row; scrolled rows may be partly hidden, see TimelineGeometry::rowsArea()
};

/// Visible rows from top to bottom, starting with pinned ones.
[[nodiscard]] std::vector<VisibleRow> visibleRows(const TimelineRows& rows, const TimelineGeometry& geometry);

/// Fingerprint of these rows' content within a range: their spans and their nodes' gaps. A few look-ups per row, so
/// that changes elsewhere cause no repaint.
[[nodiscard]] std::uint64_t fingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store,
                                          TimeRange range);
/// The same for their labels.
[[nodiscard]] std::uint64_t labelFingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store);

} // namespace lockstep
