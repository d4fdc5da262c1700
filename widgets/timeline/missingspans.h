// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/timeaxis.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"

class QPainter;

namespace lockstep {

/// Hatches the parts of the timeline whose spans were recorded but are not in memory, and says why they are missing:
/// an empty lane means that nothing ran there.
void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis,
                      const ViewContext& context);

} // namespace lockstep
