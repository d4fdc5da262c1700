// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/annotationindex.h"
#include "models/view/colour/palette.h"
#include "models/view/time/timeaxis.h"

#include <QRect>

class QPainter;

namespace lockstep {

class IncidentWorkspace;
struct HoverText;

/// Of a moment's flag, in logical pixels.
inline constexpr int annotationFlagHeight = 8;

/// Paints annotations on a time axis: a flag per moment, a bar per range, and a count where many coincide. The cost
/// depends on the pixels, not on the number of annotations.
/// @param area of the axis's width; flags hang from its top
/// @param linesTo bottom of the thin line below each flag; no lines if it is not below the area
void drawAnnotations(QPainter& painter, const QRect& area, int linesTo, const TimeAxis& axis,
                     const AnnotationIndex& marks, AnnotationKey focused, const Palette& palette);

/// The annotation at @p x pixels from the axis's left end; invalid: none.
[[nodiscard]] AnnotationKey annotationAt(const AnnotationIndex& marks, const TimeAxis& axis, double x);

[[nodiscard]] HoverText explainAnnotation(const IncidentWorkspace& workspace, AnnotationKey key);

} // namespace lockstep
