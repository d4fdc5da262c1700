// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QVector3D>

namespace lockstep {

/// A line in the hall, hidden by objects in front of it.
struct HallLine
{
    QVector3D from;
    QVector3D to;
    Rgb colour = 0;
    friend bool operator==(const HallLine&, const HallLine&) = default;
};

} // namespace lockstep
