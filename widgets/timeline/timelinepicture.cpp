// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinepicture.h"

#include "models/store/clustermodel.h"
#include "models/synclive/syncboard.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/timeruler.h"
#include "widgets/timeline/lanelabels.h"
#include "widgets/timeline/lanepainter.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep::TimelinePicture", text);
}

} // namespace

const QPixmap& TimelinePicture::picture(const TimelineGeometry& geometry, const TimelineRows& rows,
                                        std::uint64_t dataVersion, double devicePixelRatio)
{
    const TimeWindow& time = m_context.time;
    const Key key{geometry, time.range(), time.extent(), dataVersion, devicePixelRatio, m_context.theme.isDark()};
    if (key == m_key && !m_pixmap.isNull())
        return m_pixmap;
    const QSize size = QSize(geometry.width, geometry.height) * devicePixelRatio;
    if (m_pixmap.size() != size) {
        m_pixmap = QPixmap(size);
        m_pixmap.setDevicePixelRatio(devicePixelRatio);
    }
    m_key = key;
    ++m_builds;
    paint(geometry, rows);
    return m_pixmap;
}

void TimelinePicture::paint(const TimelineGeometry& geometry, const TimelineRows& rows)
{
    const Palette& palette = m_context.theme.palette();
    const TimeAxis axis{m_context.time.range(), static_cast<double>(geometry.axisWidth())};
    QPainter painter(&m_pixmap);
    painter.fillRect(0, 0, geometry.width, geometry.height, toColor(palette.panel));
    paintGround(painter, geometry, axis);
    paintLanes(painter, geometry, rows, axis);
    paintLabels(painter, geometry, rows);
    paintEvents(painter, geometry, axis);
    painter.fillRect(geometry.labelWidth - 1, 0, 1, geometry.height, toColor(palette.line));
}

void TimelinePicture::paintLabels(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows)
{
    Key key = m_key;
    key.range = {};
    key.extent = {};
    const QSize size = QSize(geometry.labelWidth, geometry.height) * m_key.devicePixelRatio;
    if (key != m_labelsKey || m_labels.size() != size) {
        m_labelsKey = key;
        m_labels = QPixmap(size);
        m_labels.setDevicePixelRatio(m_key.devicePixelRatio);
        const Palette& palette = m_context.theme.palette();
        QPainter labels(&m_labels);
        labels.fillRect(0, 0, geometry.labelWidth, geometry.height, toColor(palette.panel));
        drawLaneLabels(labels, geometry, rows, m_context.cluster.store(), palette);
    }
    painter.drawPixmap(0, 0, m_labels);
}

void TimelinePicture::paintGround(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis) const
{
    const Palette& palette = m_context.theme.palette();
    // Where there is no data yet, or no longer: the window's ground, so that it does not read as idle.
    const TimeRange extent = m_context.time.extent();
    const QRect plot = geometry.plot();
    if (!extent.isEmpty()) {
        const auto pixel = [&](TimePoint time) {
            return static_cast<int>(std::lround(std::clamp(axis.pixelOf(time), 0.0, axis.width)));
        };
        const int from = pixel(extent.from);
        const int to = pixel(extent.to);
        painter.fillRect(plot.left(), plot.top(), from, plot.height(), toColor(palette.window));
        painter.fillRect(plot.left() + to, plot.top(), plot.width() - to, plot.height(), toColor(palette.window));
    }
    drawTimeRuler(painter, geometry.ruler(), geometry.height, axis, palette);
}

void TimelinePicture::paintLanes(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                                 const TimeAxis& axis)
{
    const Palette& palette = m_context.theme.palette();
    const ClusterStore& store = m_context.cluster.store();
    painter.save();
    painter.setClipRect(geometry.lanes());
    LanePainter lanes(painter, axis, store.spans().names(), palette,
                      m_context.sync != nullptr ? m_context.sync->snapshot().get() : nullptr, m_filter);
    for (const TimelineRow& row : rows.between(geometry.scroll, geometry.scroll + geometry.lanesHeight())) {
        const QRect area(geometry.labelWidth, geometry.viewY(row.top), geometry.axisWidth(), row.bottom - row.top);
        if (row.kind == TimelineRow::Kind::JobHeading) {
            painter.fillRect(area, toColor(palette.raised));
            continue;
        }
        painter.fillRect(area.left(), area.top(), area.width(), 1, toColor(palette.line, row.startsNode ? 150 : 60));
        if (row.node.isValid())
            lanes.paintNotHeard(store.node(row.node), area);
        lanes.paintSpans(row.lane, store.spans().lanes()[row.lane], area);
    }
    painter.restore();
}

void TimelinePicture::paintEvents(QPainter& painter, const TimelineGeometry& geometry, const TimeAxis& axis)
{
    const Palette& palette = m_context.theme.palette();
    const QRect area = geometry.events();
    m_marks = eventMarks(m_context.cluster.store().events(), axis, eventMarkSide + 2);
    painter.save();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(8, area.top(), geometry.labelWidth - 16, area.height()), Qt::AlignVCenter, tr("events"));
    painter.fillRect(0, area.bottom(), geometry.width, 1, toColor(palette.line));
    painter.setClipRect(area);
    drawEventMarks(painter, area, m_marks, palette);
    painter.restore();
}

} // namespace lockstep
