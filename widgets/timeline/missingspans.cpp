// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/missingspans.h"

#include "models/store/clustermodel.h"
#include "models/store/spans/spansource.h"
#include "models/view/colour/theme.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double narrowest = 3; ///< pixels; what is read next is not worth a flicker

QString reason(const ClusterStore& store, Availability state)
{
    const char* text = "Spans of this time were not recorded";
    if (state == Availability::Pending && store.spanSource()->isCutShort())
        text = "Too many spans to draw: zoom in to see the spans of this time";
    else if (state == Availability::Pending)
        text = "Reading the spans of this time from the recording";
    return QCoreApplication::translate("lockstep::TimelineView", text);
}

} // namespace

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

} // namespace lockstep
