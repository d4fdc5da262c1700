// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/missingspans.h"

#include "models/store/clustermodel.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace lockstep {

namespace {

constexpr double narrowest = 3; ///< pixels; what is read next is not worth a flicker

std::vector<TimeRange> without(const std::vector<TimeRange>& ranges, TimeRange hole)
{
    std::vector<TimeRange> left;
    for (const TimeRange& each : ranges) {
        for (const TimeRange part :
             {TimeRange{each.from, std::min(each.to, hole.from)}, TimeRange{std::max(each.from, hole.to), each.to}}) {
            if (!part.isEmpty())
                left.push_back(part);
        }
    }
    return hole.isEmpty() ? ranges : left;
}

QString reason(const ClusterStore& store, TimeRange past)
{
    const char* text = "Spans of this time are in the recording: they are being read";
    if (!past.isEmpty())
        text = "More spans than one picture can tell apart: zoom in to see those of this time";
    else if (store.isReplay())
        text = "Spans of this time are being read, nearest to the moment first";
    return QCoreApplication::translate("lockstep::TimelineView", text);
}

} // namespace

void drawMissingSpans(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis, TimeRange past,
                      const ViewContext& context)
{
    const ClusterStore& store = context.cluster.store();
    const Palette& palette = context.theme.palette();
    const QRectF lanes = geometry.lanes();
    painter.setFont(smallTextFont());
    for (const TimeRange& missing : without(store.spansMissing(context.time.range()), past)) {
        const double from = std::max(axis.pixelOf(missing.from), 0.0);
        const double to = std::min(axis.pixelOf(missing.to), axis.width);
        if (to - from < narrowest)
            continue;
        const QRectF area(lanes.left() + from, lanes.top(), to - from, lanes.height());
        painter.fillRect(area, noDataBrush(palette));
        const QString text = reason(store, past);
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
