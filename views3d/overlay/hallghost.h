// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/rackdrag.h"

#include <QLineF>
#include <QString>

#include <vector>

namespace lockstep {

/// A rack being dragged, in pixels: its target, the grid, and its position as text.
struct HallGhost
{
    std::vector<QLineF> grid;
    std::vector<QLineF> edges; ///< of the rack; empty: nothing is on its way
    QString text;
    QPointF at; ///< middle of the text
    bool isBlocked = false; ///< the place is occupied
};

/// @param name of the rack @param blocker name of the one that stands there
[[nodiscard]] HallGhost ghostOf(const RackDrag& drag, const QString& name, const QString& blocker,
                                const HallCamera& camera, QSizeF viewport);

/// Where it is drawn, for repainting; null: nowhere.
[[nodiscard]] QRect areaOf(const HallGhost& ghost);

} // namespace lockstep
