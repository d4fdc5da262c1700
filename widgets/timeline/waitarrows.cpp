// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/waitarrows.h"

#include "models/store/clusterstore.h"
#include "widgets/common/paint.h"
#include "widgets/timeline/rowsinsight.h"
#include "widgets/timeline/waitstory.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double headLength = 8;
constexpr double headHalfWidth = 4;

/// Middle of a lane's row in the viewport; beyond its edge when the row is out of sight, so that the arrow points
/// there.
std::optional<double> middleOf(const TimelineRows& rows, const TimelineGeometry& geometry, std::size_t lane)
{
    const auto found = std::ranges::find_if(rows.rows(), [lane](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Lane && row.lane == lane;
    });
    if (found == rows.rows().end())
        return std::nullopt;
    const double middle = geometry.viewY((found->top + found->bottom) / 2);
    if (geometry.isFrozen(found->top))
        return middle;
    // Over pinned lanes an arrow would seem to mean one of them.
    const double over = geometry.frozen > 0 ? 0 : headLength;
    return std::clamp(middle, geometry.scrolledTop() - over, geometry.height + headLength);
}

void drawFan(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows, const ClusterStore& store,
             const TimeAxis& axis, const StoredSpan& span, const Palette& palette)
{
    for (const auto& [row, area] : rowsInSight(rows, geometry)) {
        if (row->kind != TimelineRow::Kind::Lane)
            continue;
        const auto part = findPart(store, row->lane, span);
        if (!part)
            continue;
        const double x = axis.pixelOf(TimePoint(Duration(part->startNs)));
        const QRectF tick(geometry.labelWidth + x - 1, area.top() + 1, 2, area.height() - 1);
        if (x >= 0 && x <= axis.width)
            painter.fillRect(tick & QRectF(geometry.rowsArea(geometry.isFrozen(row->top))), toColor(palette.text));
    }
}

} // namespace

void drawWaitArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                    const ClusterStore& store, const TimeAxis& axis, const WaitStory& story, const StoredSpan& span,
                    const Palette& palette)
{
    painter.save();
    painter.setClipRect(geometry.lanes());
    if (!story.isReceive)
        drawFan(painter, geometry, rows, store, axis, span, palette);
    const auto from = middleOf(rows, geometry, story.waiter);
    const auto to = story.last ? middleOf(rows, geometry, *story.last) : std::nullopt;
    if (from && to && story.waiter != *story.last) {
        const auto pixel = [&](TimePoint time) {
            return geometry.labelWidth + std::clamp(axis.pixelOf(time), -10.0, axis.width + 10);
        };
        const QPointF start(pixel(story.waitsFrom), *from);
        const QPointF end(std::max(pixel(story.lastArrived), start.x() + 1), *to);
        const double sign = end.y() > start.y() ? 1 : -1;
        const QPointF neck(end.x(), end.y() - sign * headLength);
        QPainterPath path(start);
        path.cubicTo(QPointF(start.x(), (start.y() + neck.y()) / 2), QPointF(neck.x(), (start.y() + neck.y()) / 2),
                     neck);
        painter.setRenderHint(QPainter::Antialiasing);
        // A dark edge keeps the arrow apart from the spans that it crosses.
        painter.strokePath(path, QPen(toColor(palette.panel), 4));
        painter.strokePath(path, QPen(toColor(palette.text), 1.5));
        QPainterPath head(end);
        head.lineTo(neck + QPointF(headHalfWidth, 0));
        head.lineTo(neck - QPointF(headHalfWidth, 0));
        head.closeSubpath();
        painter.fillPath(head, toColor(palette.text));
    }
    painter.restore();
}

} // namespace lockstep
