// SPDX-License-Identifier: GPL-3.0-or-later
// What FabricCanvas paints.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabriccanvas.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t maxPrinted = 2000; ///< cells: more are colours only
constexpr std::size_t maxLit = 200; ///< selected entities drawn; nobody tells more apart
constexpr double smallestRing = 18; ///< pixels

} // namespace

void FabricCanvas::paintEmpty(QPainter& painter)
{
    const MatrixAdvice advice = m_content->advice(m_context.cluster.store());
    drawEmptyState(painter, rect(), m_context.theme.palette(), advice.missing, advice.advice);
}

void FabricCanvas::printValues(QPainter& painter, const MatrixFrame& now) const
{
    const QFontMetrics metrics(smallFigureFont());
    const std::size_t printed
        = (m_rows.endVisible() - m_rows.firstVisible()) * (m_columns.endVisible() - m_columns.firstVisible());
    const int least = metrics.horizontalAdvance(QStringLiteral("0.00"));
    if (!m_content->picture().shape().isOneToOne() || printed > maxPrinted || m_rows.rowPixels() < metrics.height() + 2
        || m_columns.rowPixels() < least)
        return;
    const Unit unit = m_content->quantity(now.store)->unit;
    painter.save();
    painter.setClipRect(m_area);
    painter.setFont(smallFigureFont());
    for (std::size_t row = m_rows.firstVisible(); row < m_rows.endVisible(); ++row) {
        for (std::size_t column = m_columns.firstVisible(); column < m_columns.endVisible(); ++column) {
            const float value = m_content->picture().valueAt({row, column});
            // A page full of zeros only hides what is not zero.
            const bool isTelling = !std::isnan(value) && value != 0;
            const QString text = isTelling ? quantityText(static_cast<double>(value), unit) : QString();
            const QRectF cell = now.placeArea({row, column});
            const int wide = metrics.horizontalAdvance(text);
            if (text.isEmpty() || wide + 4 > cell.width())
                continue;
            painter.setPen(toColor(readableOn(scale().colour(value))));
            // By its baseline: laying text out in a box costs as much as drawing it, and there are many.
            painter.drawText(QPointF(cell.center().x() - wide / 2.0,
                                     cell.center().y() + (metrics.ascent() - metrics.descent()) / 2.0),
                             text);
        }
    }
    painter.restore();
}

void FabricCanvas::light(QPainter& painter, const MatrixFrame& now, EntityRef entity, Rgb colour) const
{
    const auto frameOver = [&](QRectF area) {
        if (area.width() < 4 || area.height() < 4) // a thin cell would vanish under its frame
            area.adjust(-2, -2, 2, 2);
        painter.setPen(QPen(toColor(colour), 2));
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    };
    if (!entity.isValid())
        return;
    if (entity.kind == EntityKind::Port) {
        if (const auto place = m_content->placeOf({&entity, 1}))
            frameOver(now.placeArea(*place));
        return;
    }
    if (const auto rows = now.axes.rowsOf(entity)) {
        const QRectF cells = now.placesArea({rows->from, 0}, {rows->to, now.axes.columns().size()});
        painter.fillRect(QRectF(m_labels.group, cells.top(), m_labels.row, cells.height()), toColor(colour, 60));
        frameOver(cells);
    }
    if (const auto columns = now.axes.columnsOf(entity))
        frameOver(now.placesArea({0, columns->from}, {now.axes.rows().size(), columns->to}));
}

void FabricCanvas::paintHighlights(QPainter& painter, const MatrixFrame& now) const
{
    const Palette& palette = m_context.theme.palette();
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top() - 2, m_area.right() + 2, m_area.height() + 4));
    painter.setBrush(Qt::NoBrush);
    const auto& selected = m_context.selection.selected();
    for (std::size_t at = selected.size() - std::min(selected.size(), maxLit); at < selected.size(); ++at)
        light(painter, now, selected[at], palette.accent);
    light(painter, now, m_context.selection.hovered(), palette.hover);
    if (m_isMarking && m_pressedAt) {
        painter.setPen(QPen(toColor(palette.accent), 1));
        painter.setBrush(toColor(palette.accent, 40));
        painter.drawRect((QRectF(*m_pressedAt, m_draggedTo).normalized() & m_area).adjusted(0, 0, -1, -1));
    }
    painter.restore();
}

/// A ring with a gap around the cell, so that one hot pixel among thousands is found without looking for it.
void FabricCanvas::paintWorst(QPainter& painter, const MatrixFrame& now) const
{
    if (!m_worst)
        return;
    QRectF ring = now.placeArea(m_worst->place).adjusted(-4, -4, 4, 4);
    const double wider = std::max(0.0, smallestRing - ring.width()) / 2;
    const double taller = std::max(0.0, smallestRing - ring.height()) / 2;
    ring.adjust(-wider, -taller, wider, taller);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const Palette& palette = m_context.theme.palette();
    painter.setPen(QPen(toColor(palette.panel), 4));
    painter.drawRoundedRect(ring, 5, 5);
    painter.setPen(QPen(toColor(palette.text), 2));
    painter.drawRoundedRect(ring, 5, 5);
    painter.restore();
}

void FabricCanvas::paintCells(QPainter& painter, const MatrixFrame& now)
{
    paintGround(painter, m_area, m_content->picture().hasClear());
    m_content->picture().paint(painter, now);
    printValues(painter, now);
}

void FabricCanvas::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    if (!prepare()) {
        painter.fillRect(rect(), toColor(palette.panel));
        paintEmpty(painter);
        Q_EMIT shownChanged();
        return;
    }
    const MatrixFrame now = frame();
    paintCells(painter, now);
    drawLabels(painter, now, m_labels, palette);
    paintHighlights(painter, now);
    paintWorst(painter, now);
    Q_EMIT shownChanged();
}

} // namespace lockstep
