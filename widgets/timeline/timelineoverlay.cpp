// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineoverlay.h"

#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/store/spans/spansource.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/annotationmarks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double narrowest = 3; ///< pixels; narrower parts would only flicker while they are read

QString reason(const ClusterStore& store, Availability state)
{
    QString text = tr("No spans were recorded at this time");
    if (state == Availability::Pending && store.spanSource()->isTruncated())
        text = tr("Too many spans to draw. Zoom in to see them.");
    else if (state == Availability::Pending)
        text = tr("Loading the spans of this time from the recording");
    return text;
}

/// Marks parts of the timeline whose spans are unavailable, with the reason, because otherwise an empty lane means that
/// nothing ran. Recorded spans that are still to be read are hatched; unrecorded time has the window's background.
void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis,
                      const ViewContext& context)
{
    const ClusterStore& store = context.cluster.store();
    const Palette& palette = context.theme.palette();
    const QRectF lanes = geometry.lanes();
    painter.setFont(smallTextFont());
    const TimeRange shown = context.time.range();
    const TimeRange extent = context.time.extent();
    for (const auto& [range, state] :
         store.spansAvailable({std::max(shown.from, extent.from), std::min(shown.to, extent.to)})) {
        const double from = axis.pixelOf(range.from);
        const double to = axis.pixelOf(range.to);
        if (state == Availability::Ready || to - from < narrowest)
            continue;
        const QRectF area(lanes.left() + from, lanes.top(), to - from, lanes.height());
        painter.fillRect(area, state == Availability::Pending ? noDataBrush(palette) : toColor(palette.window));
        const QString text = reason(store, state);
        const QRectF needed = painter.fontMetrics().boundingRect(text).adjusted(-8, -4, 8, 4);
        if (needed.width() > area.width() || needed.height() > area.height())
            continue;
        const QRectF label(area.center().x() - needed.width() / 2, area.top() + 8, needed.width(), needed.height());
        painter.fillRect(label, toColor(palette.panel));
        painter.setPen(toColor(palette.text));
        painter.drawText(label, Qt::AlignCenter, text);
    }
}

void drawRows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows, const ViewContext& context)
{
    const Palette& palette = context.theme.palette();
    const ClusterStore& store = context.cluster.store();
    const EntityRef hovered = context.selection.hovered();
    for (const auto& [row, whole] : visibleRows(rows, geometry)) {
        if (row->kind != TimelineRow::Kind::Lane)
            continue;
        const QRect area = whole & geometry.rowsArea(geometry.isFrozen(row->top));
        const auto contains = [&](EntityRef entity) {
            return isLaneWithin(store, *row, entity);
        };
        if (std::ranges::any_of(context.selection.selected(), contains)) {
            painter.fillRect(area, toColor(palette.accent, 36));
            painter.fillRect(area.left(), area.top(), 3, area.height(), toColor(palette.accent));
        }
        if (contains(hovered))
            painter.fillRect(area, toColor(palette.hover, 30));
    }
}

void drawLineAt(QPainter& painter, const QRect& plot, const TimeAxis& axis, TimePoint time, Rgb colour, int width)
{
    const double x = axis.pixelOf(time);
    // Keep a cursor at the window's end visible, as while following.
    if (x < 0 || x > axis.width)
        return;
    const int pixel = std::min(static_cast<int>(std::lround(x)), plot.width() - width);
    painter.fillRect(plot.left() + pixel, plot.top(), width, plot.height(), toColor(colour));
}

/// Paints the marked range and its length over @p plot, which has the axis's width.
void drawMarkedRange(QPainter& painter, const QRect& plot, const QRect& ruler, const ViewContext& context)
{
    const auto marked = context.time.marked();
    if (!marked || !marked->overlaps(context.time.range()))
        return;
    const Palette& palette = context.theme.palette();
    const TimeAxis axis{context.time.range(), static_cast<double>(plot.width())};
    const double from = std::clamp(axis.pixelOf(marked->from), 0.0, axis.width);
    const double to = std::clamp(axis.pixelOf(marked->to), 0.0, axis.width);
    painter.fillRect(QRectF(plot.left() + from, plot.top(), to - from, plot.height()), toColor(palette.accent, 40));
    drawLineAt(painter, plot, axis, marked->from, palette.accent, 1);
    drawLineAt(painter, plot, axis, marked->to, palette.accent, 1);
    drawTimeTag(painter, ruler, ruler.left() + (from + to) / 2, toQString(formatDuration(marked->length())),
                palette.accent);
}

} // namespace

void drawTimelineOverlay(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                         const ViewContext& context, const QRectF& hoveredSpan)
{
    const Palette& palette = context.theme.palette();
    const TimeAxis axis{context.time.range(), static_cast<double>(geometry.axisWidth())};
    drawMissingSpans(painter, geometry, axis, context);
    drawRows(painter, geometry, rows, context);
    drawMarkedRange(painter, geometry.plot(), geometry.ruler(), context);
    drawLineAt(painter, geometry.plot(), axis, context.time.cursor(), palette.accent, 1);
    if (const IncidentWorkspace* const incidents = context.incidents)
        drawAnnotations(painter, geometry.events(), geometry.height, axis, incidents->marks(), incidents->focused(),
                        palette);

    if (const auto hovered = context.selection.hoveredTime(); hovered && context.time.range().contains(*hovered)) {
        drawLineAt(painter, geometry.plot(), axis, *hovered, palette.hover, 1);
        drawTimeTag(painter, geometry.ruler(), geometry.labelWidth + axis.pixelOf(*hovered),
                    toQString(formatTime(*hovered, pixelResolution(axis))), palette.hover);
    }
    if (!hoveredSpan.isEmpty()) {
        painter.save();
        painter.setClipRect(geometry.lanes());
        painter.setPen(QPen(toColor(palette.text), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(hoveredSpan.adjusted(0, 0, -1, -1));
        painter.restore();
    }
}

} // namespace lockstep
