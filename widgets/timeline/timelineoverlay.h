// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

#include <QRect>

class QPainter;

namespace lockstep {

/// Paints marks that follow pointer and selection over the timeline's picture: hovered and selected rows, marked range,
/// cursor and crosshair. Draws only a few rectangles, independent of the amount of data.
/// @param hoveredSpan outline of the span under the pointer; empty: none
void drawTimelineOverlay(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                         const ViewContext& context, const QRectF& hoveredSpan);

} // namespace lockstep
