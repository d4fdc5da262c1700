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

QString reason(const ClusterStore& store)
{
    const char* const text = store.isReplay() ? "Spans of this time are not in memory: they are read around the cursor"
                                              : "Spans of this time have left memory; the recording has them";
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
    for (const TimeRange& missing : store.spansMissing(context.time.range())) {
        const double from = std::max(axis.pixelOf(missing.from), 0.0);
        const double to = std::min(axis.pixelOf(missing.to), axis.width);
        if (to - from < narrowest)
            continue;
        const QRectF area(lanes.left() + from, lanes.top(), to - from, lanes.height());
        painter.fillRect(area, noDataBrush(palette));
        const QString text = reason(store);
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
