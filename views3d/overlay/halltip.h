// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "views3d/values/hallvalues.h"

#include <QRectF>
#include <QString>

#include <utility>
#include <vector>

class QFont;
class QPainter;

namespace lockstep {

struct Palette;

/// The tip for an entity: one sentence, then facts.
struct HallTip
{
    QString sentence;
    std::vector<std::pair<QString, QString>> facts;
};

/// @param entity one that the store's topology contains
[[nodiscard]] HallTip tipFor(const ViewContext& context, const HallValues& values, EntityRef entity);

/// Area of the tip: beside @p pointer, within the viewport. Empty without text.
[[nodiscard]] QRectF tipRect(const HallTip& tip, QPointF pointer, QSizeF viewport, const QFont& font);
void paintTip(QPainter& painter, const HallTip& tip, QPointF pointer, QSizeF viewport, const Palette& palette);

} // namespace lockstep
