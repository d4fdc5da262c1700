// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/palette.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

class QPainter;

namespace lockstep {

class ClusterStore;

/// Width that the labels of these rows ask for, within sensible limits.
[[nodiscard]] int labelWidthFor(const TimelineRows& rows);

/// Paints the frozen left column: the node once per group (it stays in sight while its group does), then lane and
/// entity. A stale node says so.
void drawLaneLabels(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const ClusterStore& store, const Palette& palette);

} // namespace lockstep
