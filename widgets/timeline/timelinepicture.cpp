// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinepicture.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/timeline/lanelabels.h"
#include "widgets/timeline/lanepainter.h"
#include "widgets/timeline/spanfilter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep {

namespace {

/// Pixels: less is not worth painting for.
constexpr double minShift = 0.5;

} // namespace

TimelinePicture::Key TimelinePicture::keyOf(const TimelineGeometry& geometry, const TimelineRows& rows,
                                            const std::vector<RowInSight>& inSight, double devicePixelRatio) const
{
    const ClusterStore& store = m_context.cluster.store();
    const TimeWindow& time = m_context.time;
    Key key;
    key.geometry = geometry;
    key.rows = rows.version();
    key.devicePixelRatio = devicePixelRatio;
    key.isDark = m_context.theme.isDark();
    key.range = time.range();
    // While the data is followed the window creeps on by less than can be seen.
    const TimeAxis axis{key.range, static_cast<double>(geometry.axisWidth())};
    if (key.range.length() == m_key.range.length() && std::abs(axis.pixelOf(m_key.range.from)) < minShift)
        key.range = m_key.range;
    const TimeRange extent = time.extent();
    const auto pixel = [&](TimePoint moment) {
        const TimeAxis drawn{key.range, axis.width};
        return static_cast<int>(std::lround(std::clamp(drawn.pixelOf(moment), 0.0, axis.width)));
    };
    key.dataFrom = extent.isEmpty() ? 0 : pixel(extent.from);
    key.dataTo = extent.isEmpty() ? geometry.axisWidth() : pixel(extent.to);
    key.spans = fingerprintOf(inSight, store, key.range);
    key.firstEvent = store.events().firstNumber();
    key.events = store.events().events().size() + store.events().repeats();
    key.sync = m_context.sync != nullptr ? m_context.sync->snapshotOfView().get() : nullptr;
    return key;
}

bool TimelinePicture::isCurrent(const TimelineGeometry& geometry, const TimelineRows& rows,
                                double devicePixelRatio) const
{
    return !m_pixmap.isNull() && keyOf(geometry, rows, rowsInSight(rows, geometry), devicePixelRatio) == m_key;
}

const QPixmap& TimelinePicture::picture(const TimelineGeometry& geometry, const TimelineRows& rows,
                                        const LabelColumns& columns, double devicePixelRatio)
{
    const std::vector<RowInSight> inSight = rowsInSight(rows, geometry);
    const Key key = keyOf(geometry, rows, inSight, devicePixelRatio);
    if (key == m_key && !m_pixmap.isNull())
        return m_pixmap;
    const QSize size = QSize(geometry.width, geometry.height) * devicePixelRatio;
    if (m_pixmap.size() != size) {
        m_pixmap = QPixmap(size);
        m_pixmap.setDevicePixelRatio(devicePixelRatio);
    }
    m_key = key;
    ++m_builds;
    paint(inSight, columns);
    return m_pixmap;
}

void TimelinePicture::paint(const std::vector<RowInSight>& rows, const LabelColumns& columns)
{
    const Palette& palette = m_context.theme.palette();
    const TimelineGeometry& geometry = m_key.geometry;
    const TimeAxis axis{m_key.range, static_cast<double>(geometry.axisWidth())};
    QPainter painter(&m_pixmap);
    painter.fillRect(0, 0, geometry.width, geometry.height, toColor(palette.panel));
    paintGround(painter, axis);
    paintLabels(painter, rows, columns);
    paintLanes(painter, rows, axis);
    paintEvents(painter, axis);
    painter.fillRect(geometry.labelWidth - 1, 0, 1, geometry.height, toColor(palette.line));
}

void TimelinePicture::paintLabels(QPainter& painter, const std::vector<RowInSight>& rows, const LabelColumns& columns)
{
    const TimelineGeometry& geometry = m_key.geometry;
    const LabelsKey key{geometry, m_key.rows, m_key.devicePixelRatio, m_key.isDark,
                        labelFingerprintOf(rows, m_context.cluster.store())};
    if (key != m_labelsKey || m_labels.isNull()) {
        m_labelsKey = key;
        m_labels = QPixmap(QSize(geometry.labelWidth, geometry.height) * m_key.devicePixelRatio);
        m_labels.setDevicePixelRatio(m_key.devicePixelRatio);
        const Palette& palette = m_context.theme.palette();
        QPainter labels(&m_labels);
        labels.fillRect(0, 0, geometry.labelWidth, geometry.height, toColor(palette.panel));
        drawLaneLabels(labels, geometry, rows, columns, m_context.cluster.store(), palette);
    }
    painter.drawPixmap(0, 0, m_labels);
}

void TimelinePicture::paintGround(QPainter& painter, const TimeAxis& axis) const
{
    const Palette& palette = m_context.theme.palette();
    const TimelineGeometry& geometry = m_key.geometry;
    // Where there is no data yet, or no longer: the window's ground, so that it does not read as idle.
    const QRect plot = geometry.plot();
    painter.fillRect(plot.left(), plot.top(), m_key.dataFrom, plot.height(), toColor(palette.window));
    painter.fillRect(plot.left() + m_key.dataTo, plot.top(), plot.width() - m_key.dataTo, plot.height(),
                     toColor(palette.window));
    drawTimeRuler(painter, geometry.ruler(), geometry.height, axis, palette);
}

void TimelinePicture::paintLanes(QPainter& painter, const std::vector<RowInSight>& rows, const TimeAxis& axis)
{
    const Palette& palette = m_context.theme.palette();
    const ClusterStore& store = m_context.cluster.store();
    const TimelineGeometry& geometry = m_key.geometry;
    painter.save();
    LanePainter lanes(painter, axis, store.spans().names(), palette,
                      m_context.sync != nullptr ? m_context.sync->snapshotOfView().get() : nullptr, m_filter);
    std::optional<bool> areFrozen;
    for (const auto& [row, whole] : rows) {
        const QRect area = whole.adjusted(geometry.labelWidth, 0, 0, 0);
        if (const bool isFrozen = geometry.isFrozen(row->top); areFrozen != isFrozen) {
            areFrozen = isFrozen;
            painter.setClipRect(geometry.rowsArea(isFrozen) & geometry.lanes());
        }
        if (row->kind == TimelineRow::Kind::JobHeading) {
            painter.fillRect(area, toColor(palette.raised));
            continue;
        }
        painter.fillRect(area.left(), area.top(), area.width(), 1, toColor(palette.line, row->startsNode ? 150 : 60));
        if (row->node.isValid())
            lanes.paintNotHeard(store.node(row->node), area);
        lanes.paintSpans(row->lane, store.laneSpans(row->lane, axis.range), area);
    }
    painter.restore();
    if (geometry.frozen > 0)
        painter.fillRect(0, geometry.scrolledTop() - 1, geometry.width, 2, toColor(palette.dimText));
}

void TimelinePicture::paintEvents(QPainter& painter, const TimeAxis& axis)
{
    const TimelineGeometry& geometry = m_key.geometry;
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
