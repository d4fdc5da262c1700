// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/paint.h"

#include "widgets/common/fonts.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr int hatchTile = 6;

/// A texture instead of Qt::BDiagPattern, because it has the same colours on every paint device and is faster.
QBrush hatch(QRgb ground, QRgb stroke)
{
    // Opaque tiles are copied, others blended.
    const bool isOpaque = qAlpha(ground) == 255 && qAlpha(stroke) == 255;
    QImage tile(hatchTile, hatchTile, isOpaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
    tile.fill(ground);
    for (int i = 0; i < hatchTile; ++i) {
        tile.setPixel(i, hatchTile - 1 - i, stroke);
        tile.setPixel(i, (hatchTile - i) % hatchTile, stroke);
    }
    return QBrush(tile);
}

QPainterPath octagon(const QRectF& square)
{
    QPolygonF points;
    for (int corner = 0; corner < 8; ++corner) {
        const double angle = std::numbers::pi * (corner + 0.5) / 4;
        points << square.center() + QPointF(std::cos(angle), std::sin(angle)) * (square.width() * 0.54);
    }
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

} // namespace

Rgb readableOn(Rgb background)
{
    constexpr Rgb white = 0xFFFFFF;
    constexpr Rgb black = 0x000000;
    return contrastRatio(white, background) >= contrastRatio(black, background) ? white : black;
}

QBrush noDataBrush(const Palette& palette)
{
    return hatch(toColor(palette.panel).rgb(), toColor(mixed(palette.panel, palette.dimText, 0.42)).rgb());
}

QPainterPath severityShape(Severity severity, const QRectF& square)
{
    QPainterPath path;
    switch (severity) {
    case Severity::Information:
        path.addEllipse(square);
        return path;
    case Severity::Warning:
        path.moveTo(square.center().x(), square.top());
        path.lineTo(square.bottomRight());
        path.lineTo(square.bottomLeft());
        path.closeSubpath();
        return path;
    case Severity::Critical:
        break;
    }
    return octagon(square);
}

void drawSeverity(QPainter& painter, const QRectF& square, Severity severity, const Palette& palette)
{
    const Rgb fill = severityColour(palette, severity);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(severityShape(severity, square), toColor(fill));

    const double side = square.width();
    const double x = square.center().x();
    const double y = square.top();
    painter.setPen(QPen(toColor(readableOn(fill)), std::max(1.0, side / 8), Qt::SolidLine, Qt::RoundCap));
    switch (severity) {
    case Severity::Information:
        painter.drawPoint(QPointF(x, y + side * 0.27));
        painter.drawLine(QPointF(x, y + side * 0.48), QPointF(x, y + side * 0.75));
        break;
    case Severity::Warning:
        painter.drawLine(QPointF(x, y + side * 0.40), QPointF(x, y + side * 0.63));
        painter.drawPoint(QPointF(x, y + side * 0.83));
        break;
    case Severity::Critical: {
        const double arm = side * 0.2;
        const QPointF centre = square.center();
        painter.drawLine(centre - QPointF(arm, arm), centre + QPointF(arm, arm));
        painter.drawLine(centre - QPointF(arm, -arm), centre + QPointF(arm, -arm));
        break;
    }
    }
    painter.restore();
}

void drawFocusFrame(QPainter& painter, const QRect& area, const Palette& palette)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(palette.accent), 1));
    painter.drawRect(area.adjusted(0, 0, -1, -1));
}

void drawEmptyState(QPainter& painter, const QRect& area, const Palette& palette, const QString& missing,
                    const QString& advice)
{
    const int width = std::min(area.width() - 32, 520);
    const QFontMetrics titleMetrics(titleFont());
    const QFontMetrics textMetrics(textFont());
    constexpr int flags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
    const int titleHeight = titleMetrics.boundingRect(0, 0, width, 1000, flags, missing).height();
    const int adviceHeight = textMetrics.boundingRect(0, 0, width, 1000, flags, advice).height();
    constexpr int space = 8;

    QRect box(0, 0, width, titleHeight + space + adviceHeight);
    box.moveCenter(area.center());
    painter.setFont(titleFont());
    painter.setPen(toColor(palette.text));
    painter.drawText(box, flags, missing);
    painter.setFont(textFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(box.adjusted(0, titleHeight + space, 0, 0), flags, advice);
}

} // namespace lockstep
