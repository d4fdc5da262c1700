// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/hallghost.h"

#include "models/view/translation.h"
#include "views3d/overlay/halloutline.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr float floorMargin = 1.5F; // metres of grid around the rack
constexpr float minPixels = 9; // between two lines of the grid
constexpr int ghostTextRoom = 260; // pixels to either side of the text's middle
constexpr int ghostLineRoom = 40;

void addLine(std::vector<QLineF>& lines, QVector3D from, QVector3D to, const HallCamera& camera, QSizeF viewport)
{
    const auto begin = camera.project(from, viewport);
    const auto end = camera.project(to, viewport);
    if (begin && end)
        lines.emplace_back(*begin, *end);
}

/// The floor around the rack, a tenth of a metre a line where there is room for that many.
std::vector<QLineF> gridAround(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const float perMetre = camera.pixelsPerMetre(box.centre(), viewport);
    const float step = perMetre * RackGrid::step >= minPixels ? RackGrid::step : 1;
    const Box area = box.grown(floorMargin);
    std::vector<QLineF> lines;
    for (float x = std::ceil(area.low.x() / step) * step; x <= area.high.x(); x += step)
        addLine(lines, {x, 0, area.low.z()}, {x, 0, area.high.z()}, camera, viewport);
    for (float z = std::ceil(area.low.z() / step) * step; z <= area.high.z(); z += step)
        addLine(lines, {area.low.x(), 0, z}, {area.high.x(), 0, z}, camera, viewport);
    return lines;
}

} // namespace

HallGhost ghostOf(const RackDrag& drag, const QString& name, const QString& blocker, const HallCamera& camera,
                  QSizeF viewport)
{
    HallGhost ghost;
    ghost.edges = outlineOf(drag.box(), camera, viewport);
    ghost.isBlocked = drag.isBlocked();
    ghost.grid = gridAround(drag.box(), camera, viewport);
    const QVector3D corner = drag.box().low;
    ghost.text
        = tr("%1   x %2 m   z %3 m")
              .arg(name, QString::number(double{corner.x()}, 'f', 2), QString::number(double{corner.z()}, 'f', 2));
    if (ghost.isBlocked)
        ghost.text = tr("%1   %2 is in the way").arg(ghost.text, blocker);
    const QVector3D middle = drag.box().centre();
    const auto top = camera.project({middle.x(), drag.box().high.y(), middle.z()}, viewport);
    ghost.at = top.value_or(QPointF()) - QPointF(0, 16);
    if (!top)
        ghost.edges.clear();
    return ghost;
}

QRect areaOf(const HallGhost& ghost)
{
    if (ghost.edges.empty())
        return {};
    QRectF area(ghost.at - QPointF(ghostTextRoom, ghostLineRoom), ghost.at + QPointF(ghostTextRoom, ghostLineRoom));
    for (const auto* lines : {&ghost.grid, &ghost.edges}) {
        for (const QLineF& line : *lines)
            area |= QRectF(line.p1(), line.p2()).normalized().adjusted(-4, -4, 4, 4);
    }
    return area.toAlignedRect();
}

} // namespace lockstep
