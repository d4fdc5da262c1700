// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QBrush>
#include <QColor>
#include <QPainterPath>

class QPainter;

namespace lockstep {

[[nodiscard]] inline QColor toColor(Rgb rgb, int alpha = 255)
{
    return {static_cast<int>((rgb >> 16) & 0xFF), static_cast<int>((rgb >> 8) & 0xFF), static_cast<int>(rgb & 0xFF),
            alpha};
}

/// Black or white, whichever reads better on @p background.
[[nodiscard]] Rgb readableOn(Rgb background);

/// Diagonal hatch for "no data" in all views. Opaque.
[[nodiscard]] QBrush noDataBrush(const Palette& palette);

/// Outline of a severity's mark within a square: circle, triangle, octagon. Colour is never the only sign.
[[nodiscard]] QPainterPath severityShape(Severity severity, const QRectF& square);
inline constexpr int severityMarkSide = 12; ///< pixels
/// The mark, filled in the severity's colour, with its sign: i, !, x.
void drawSeverity(QPainter& painter, const QRectF& square, Severity severity, const Palette& palette);

/// Frame of a view that has the keyboard.
void drawFocusFrame(QPainter& painter, const QRect& area, const Palette& palette);

/// Centred text: what is missing and, dimmed, what to do. For views that paint themselves; see EmptyState.
void drawEmptyState(QPainter& painter, const QRect& area, const Palette& palette, const QString& missing,
                    const QString& advice);

} // namespace lockstep
