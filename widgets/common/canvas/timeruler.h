// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"

#include <QRect>

class QPainter;

namespace lockstep {

/// Draws time marks along the top of @p area, with the time zone, and faint lines down to @p linesTo.
void drawTimeRuler(QPainter& painter, const QRect& area, int linesTo, const TimeAxis& axis, const Palette& palette);

/// Draws the time at @p x as a tag on the ruler, kept within @p area.
void drawTimeTag(QPainter& painter, const QRect& area, double x, const QString& text, Rgb fill);

/// Time resolution of one pixel.
[[nodiscard]] Duration pixelResolution(const TimeAxis& axis);

} // namespace lockstep
