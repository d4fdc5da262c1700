// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallgeometry.h"

#include <QLineF>
#include <QString>

#include <vector>

namespace lockstep {

/// A tape along the front of a rack with its units, numbered from the bottom.
struct HallTape
{
    struct Number
    {
        QPointF at; ///< right end of the text, middle of its height
        QString text;
    };
    std::vector<QLineF> lines;
    std::vector<Number> numbers;
};

/// As many numbers as have room at @p textHeight pixels each: every unit, every fifth or every tenth. Empty when the
/// rack is behind the eye, or has no units to measure.
[[nodiscard]] HallTape tapeAlong(const HallRack& rack, const HallCamera& camera, QSizeF viewport, double textHeight);

} // namespace lockstep
