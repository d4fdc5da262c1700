// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/heatmap/heatcontent.h"
#include "widgets/heatmap/heatlabels.h"

namespace lockstep {

class Selection;
class TimeWindow;

/// Lights up what is hovered and selected, over the cells and over their names.
void drawHighlights(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                    const Selection& selection, const Palette& palette);

/// Cursor, hovered moment and marked range, over cells whose columns are time.
void drawMoments(QPainter& painter, const HeatFrame& frame, const TimeWindow& time, const Selection& selection,
                 const Palette& palette);

} // namespace lockstep
