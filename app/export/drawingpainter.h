// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/reportdrawing.h"

class QPainter;

namespace lockstep {

/// Paints a figure of a report at its own size from the painter's origin: the same as its SVG.
void paintDrawing(QPainter& painter, const Drawing& drawing);

} // namespace lockstep
