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

/// A label next to an important entity, connected to it by a line. Drawn over everything else.
struct HallCallout
{
    QString text;
    QPointF at; ///< point that the callout refers to, in pixels
    QRectF plate; ///< area of the text
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

/// Finds a place for each requested callout near its point, in the viewport and clear of @p keepClear. No callout
/// covers another callout's label, line or point, and no lines cross. Earlier requests get better places; a request
/// without a free place is left out. Requests at one point share a callout with the text of the first and the number of
/// the others.
/// @param names areas that callouts must not cover either, except those of the first two requests
[[nodiscard]] std::vector<HallCallout> placeCallouts(const std::vector<CalloutRequest>& requests, QSizeF viewport,
                                                     std::span<const QRectF> keepClear,
                                                     const std::function<QSizeF(const QString&)>& measure,
                                                     std::span<const QRectF> names = {});

} // namespace lockstep
