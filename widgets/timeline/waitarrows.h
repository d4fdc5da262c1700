// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelinerows.h"

class QPainter;

namespace lockstep {

class ClusterStore;
struct StoredSpan;
struct WaitStory;

/// Paints wait relations over the lanes: an arrow from the waiting lane to the one it waited for, and a tick where each
/// visible lane entered the same collective.
void drawWaitArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const ClusterStore& store, const TimeAxis& axis, const WaitStory& story, const StoredSpan& span,
                    const Palette& palette);

} // namespace lockstep
