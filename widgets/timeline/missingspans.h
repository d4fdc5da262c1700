// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"

class QPainter;

namespace lockstep {

/// Marks parts of the timeline whose spans are not available, with the reason, because an empty lane means that nothing
/// ran. Recorded spans that are still to be read are hatched; unrecorded time has the window's background.
void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis,
                      const ViewContext& context);

} // namespace lockstep
