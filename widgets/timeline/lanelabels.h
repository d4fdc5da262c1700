// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <functional>

class QMenu;
class QPainter;
class QWidget;

namespace lockstep {

class ClusterStore;

/// The context menu of a lane of the timeline, or of its background. Deletes itself when it closes.
/// @param lane null: none @param writeFilter opens the filter line
[[nodiscard]] QMenu* makeLaneMenu(QWidget& timeline, ViewContext context, LanePins& pins, const LaneOrders& orders,
                                  const TimelineRow* lane, std::function<void()> writeFilter);

/// Widths of the three label columns, in logical pixels; 0: empty.
struct LabelColumns
{
    int node = 0;
    int title = 0;
    int detail = 0; ///< entity, or the wait that sorted the row
};

/// Measures the rows' texts, once per rebuild.
[[nodiscard]] LabelColumns labelColumnsOf(const TimelineRows& rows);
/// Total width of the columns, within limits.
[[nodiscard]] int labelWidthFor(const LabelColumns& columns);

/// Paints the fixed left column. A node's name appears once per group and stays visible with the group, followed by
/// lane and entity. A stale node is marked.
void drawLaneLabels(QPainter& painter, const TimelineGeometry& geometry, const std::vector<VisibleRow>& rows,
                    const LabelColumns& columns, const ClusterStore& store, const Palette& palette);

} // namespace lockstep
