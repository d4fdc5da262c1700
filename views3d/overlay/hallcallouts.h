// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <span>
#include <vector>

namespace lockstep {

/// A label next to an important entity, connected by a line, drawn over everything in front.
struct HallCallout
{
    QString text;
    QPointF at; ///< what it is about, in pixels
    QRectF plate; ///< where the text goes
    Rgb colour = 0;

    /// From the point to the plate's nearest edge.
    [[nodiscard]] QLineF leader() const;
};

/// A request for a callout.
struct CalloutRequest
{
    QString text;
    QPointF at;
    Rgb colour = 0;
};

/// Finds a plate for each request near its point, in the viewport and clear of @p keepClear. No plate lies over another
/// plate, line or point, and no two lines cross. The first requests get the best places; one for which there is no
/// place is left out. What is seen at one place is called out once, by its first request, which says how many more
/// there are.
/// @param names also kept clear, but for the first two requests where they find no place otherwise
[[nodiscard]] std::vector<HallCallout> placeCallouts(const std::vector<CalloutRequest>& requests, QSizeF viewport,
                                                     std::span<const QRectF> keepClear,
                                                     const std::function<QSizeF(const QString&)>& measure,
                                                     std::span<const QRectF> names = {});

} // namespace lockstep
