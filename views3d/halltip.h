// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "views3d/hallvalues.h"

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <utility>
#include <vector>

class QPainter;

namespace lockstep {

struct Palette;

/// What the pointer tells of a thing: one sentence that explains, then the facts.
struct HallTip
{
    QString sentence;
    std::vector<std::pair<QString, QString>> facts;
};

/// @param entity one that the store's topology contains
[[nodiscard]] HallTip tipFor(const ViewContext& context, const HallValues& values, EntityRef entity);

/// Paints it beside @p pointer, within the viewport.
void paintTip(QPainter& painter, const HallTip& tip, QPointF pointer, QSizeF viewport, const Palette& palette);

} // namespace lockstep
