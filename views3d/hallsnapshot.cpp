// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallsnapshot.h"

#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "views3d/overlay/hallannotator.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace lockstep {

namespace {

void writeHeading(QPainter& painter, QSizeF viewport, const Palette& palette, const QString& left, const QString& right)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF strip(0, 0, viewport.width(), std::ceil(metrics.height()) + 10);
    painter.fillRect(strip, QColor(palette.panel));
    painter.setPen(QColor(palette.text));
    const QRectF inner = strip.adjusted(10, 0, -10, 0);
    const double room = inner.width() - metrics.horizontalAdvance(right) - 20;
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(left, Qt::ElideRight, room));
    painter.setPen(QColor(palette.dimText));
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, right);
}

} // namespace

QImage snapshotOf(const ViewContext& context, const HallStage& stage, const DrawnFrame& drawn, const QString& caption,
                  const QFont& font)
{
    const QSizeF viewport = drawn.frame.viewport();
    FrameStats notCounted;
    HallOverlay overlay(context.theme, notCounted, nullptr);
    overlay.setFont(font);
    overlay.resize(viewport.toSize());
    HallAnnotator annotator(context, stage, overlay);
    annotator.writeNamesAndLegend(drawn.frame.camera, viewport);
    annotator.drawMarks(drawn.frame.camera, viewport);
    annotator.drawTape(drawn.frame.camera, viewport);

    QImage picture = drawn.image.copy();
    QPainter painter(&picture);
    overlay.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.setFont(font);
    const QString when = QString::fromStdString(formatDateTime(context.time.cursor()));
    const QString where = QString::fromStdString(stage.topology().clusterName());
    writeHeading(painter, viewport, context.theme.palette(), caption,
                 where.isEmpty() ? when : QStringLiteral("%1 · %2 · Lockstep").arg(where, when));
    return picture;
}

} // namespace lockstep
