// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallgeometry.h"

#include <QLineF>
#include <QString>

#include <vector>

namespace lockstep {

/// A scale along the front of a rack with its units, numbered from the bottom.
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

/// As many numbers as fit at @p textHeight pixels each: every unit, every fifth or every tenth. Empty if the rack is
/// behind the eye or its units are unknown.
[[nodiscard]] HallTape tapeAlong(const HallRack& rack, const HallCamera& camera, QSizeF viewport, double textHeight);

} // namespace lockstep
