// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotationindex.h"
#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"

#include <QRect>

class QPainter;

namespace lockstep {

class IncidentBoard;
struct HoverText;

/// Of a moment's flag, in logical pixels.
inline constexpr int annotationFlagHeight = 8;

/// Paints annotations on a time axis: a flag for each moment, a bar for each stretch, and where many share a place how
/// many there are. The cost follows the pixels, whatever the number of annotations.
/// @param area whose width is the axis'; flags hang from its top
/// @param linesTo how far down a thin line from each flag goes; area's bottom or less: no lines
void drawAnnotations(QPainter& painter, const QRect& area, int linesTo, const TimeAxis& axis,
                     const AnnotationIndex& marks, AnnotationKey focused, const Palette& palette);

/// The annotation meant by a pointer at @p x pixels from the axis' left end; invalid: none.
[[nodiscard]] AnnotationKey annotationAt(const AnnotationIndex& marks, const TimeAxis& axis, double x);

[[nodiscard]] HoverText explainAnnotation(const IncidentBoard& board, AnnotationKey key);

} // namespace lockstep
