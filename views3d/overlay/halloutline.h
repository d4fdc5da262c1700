// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"

#include <QLineF>

#include <vector>

namespace lockstep {

/// The edges of a box that face the eye, in pixels. They are drawn over everything, so that what is selected can be
/// found behind other boxes too. Empty when part of the box is behind the eye.
[[nodiscard]] std::vector<QLineF> outlineOf(const Box& box, const HallCamera& camera, QSizeF viewport);

} // namespace lockstep
