// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"

class QPainter;

namespace lockstep {

/// Covers the parts of the timeline whose spans are not there, and says why: an empty lane means that nothing ran. What
/// was recorded and is still to be read is hatched; where nothing was recorded there is the window's ground.
void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis,
                      const ViewContext& context);

} // namespace lockstep
