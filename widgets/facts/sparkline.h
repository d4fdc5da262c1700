// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QRect>

#include <span>

class QPainter;

namespace lockstep {

/// A line of samples (NaN is a gap) as small as a word: its lowest and highest in every pixel, scaled to its own range,
/// the newest as a dot.
void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour);

} // namespace lockstep
