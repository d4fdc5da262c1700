// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/timeaxis.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/timelinegeometry.h"

class QPainter;

namespace lockstep {

/// Hatches the parts of the timeline whose spans were recorded but are not in memory, and says why they are missing:
/// an empty lane means that nothing ran there.
/// @param past of which spans have been read from the recording; empty: of nothing
void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis, TimeRange past,
                      const ViewContext& context);

} // namespace lockstep
