// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatoverlay.h"

#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/paint.h"

#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double thinRow = 12; ///< below this a thick frame would hide its neighbours
constexpr std::size_t maxLit = 500; ///< selected entities drawn; nobody tells more apart

void light(QPainter& painter, const HeatFrame& frame, QRectF area, bool across, const HeatLabels& labels, Rgb colour)
{
    // A row thinner than the line would vanish under it: the frame then stands around it.
    if (area.height() < 4)
        area.adjust(0, -2, 0, 2);
    const QRectF names = !across ? QRectF(0, area.top(), labels.width(), area.height())
                                 : QRectF(area.left(), 0, area.width(), frame.area.top());
    painter.fillRect(names, toColor(colour, 60));
    painter.setPen(QPen(toColor(colour), area.height() < thinRow ? 1 : 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace

void drawHighlights(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                    const Selection& selection, const Palette& palette)
{
    painter.save();
    painter.setClipRect(QRectF(0, 0, frame.area.right() + 1, frame.area.bottom() + 1));
    const bool across = content.areEntitiesAcross();
    const auto& selected = selection.selected();
    for (std::size_t i = selected.size() - std::min(selected.size(), maxLit); i < selected.size(); ++i) {
        if (const auto area = content.areaOf(frame, selected[i]))
            light(painter, frame, *area, across, labels, palette.accent);
    }
    if (const auto area = content.areaOf(frame, selection.hovered()))
        light(painter, frame, *area, across, labels, palette.hover);
    painter.restore();
}

void drawMoments(QPainter& painter, const HeatFrame& frame, const TimeWindow& time, const Selection& selection,
                 const Palette& palette)
{
    const TimeAxis axis{frame.range, frame.area.width()};
    painter.save();
    painter.setClipRect(frame.area);
    const auto x = [&](TimePoint at) {
        return frame.area.left() + axis.pixelOf(at);
    };
    if (const auto marked = time.marked()) {
        const QRectF range(QPointF(x(marked->from), frame.area.top()), QPointF(x(marked->to), frame.area.bottom()));
        painter.fillRect(range, toColor(palette.accent, 50));
        painter.setPen(toColor(palette.accent));
        painter.drawLine(range.topLeft(), range.bottomLeft());
        painter.drawLine(range.topRight(), range.bottomRight());
    }
    if (!time.isFollowing()) {
        painter.setPen(QPen(toColor(palette.text), 1));
        painter.drawLine(QPointF(x(time.cursor()), frame.area.top()), QPointF(x(time.cursor()), frame.area.bottom()));
    }
    if (const auto hovered = selection.hoveredTime()) {
        painter.setPen(QPen(toColor(palette.hover), 1, Qt::DashLine));
        painter.drawLine(QPointF(x(*hovered), frame.area.top()), QPointF(x(*hovered), frame.area.bottom()));
    }
    painter.restore();
}

} // namespace lockstep
