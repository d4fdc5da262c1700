// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "views3d/geometry/drawlist.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/values/hallcolours.h"

#include <QImage>
#include <QSize>
#include <QVector3D>

#include <chrono>
#include <memory>
#include <vector>

namespace lockstep {

/// A line in the hall, hidden by objects in front of it.
struct HallLine
{
    QVector3D from;
    QVector3D to;
    Rgb colour = 0;
    friend bool operator==(const HallLine&, const HallLine&) = default;
};

/// Everything needed to draw one picture of the hall, complete and immutable, so that another thread can draw it. Parts
/// that have not changed are shared with the previous frame and not uploaded again.
struct HallFrame
{
    HallCamera camera;
    QSize pixels; ///< of the device
    double pixelRatio = 1; ///< device pixels per logical pixel
    Box bounds; ///< determines the clipping planes
    NeutralColours tones;
    std::shared_ptr<const DrawList> list;
    std::shared_ptr<const std::vector<BoxColour>> colours; ///< of the list's boxes, in its order
    std::shared_ptr<const std::vector<BoxColour>> fadingColours; ///< of fading boxes
    std::shared_ptr<const std::vector<HallLine>> lines; ///< thin
    std::shared_ptr<const std::vector<HallLine>> ways; ///< bold: routes of selected links

    [[nodiscard]] QSizeF viewport() const { return QSizeF(pixels) / pixelRatio; }
};

/// A frame and its image.
struct DrawnFrame
{
    HallFrame frame;
    QImage image;
    std::chrono::nanoseconds cost{}; ///< on the thread that drew it
};

} // namespace lockstep
