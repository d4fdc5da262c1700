// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinehover.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/timeline/timelinegeometry.h"
#include "widgets/timeline/timelineprobe.h"
#include "widgets/timeline/timelinerows.h"
#include "widgets/timeline/waitarrows.h"

#include <QWidget>

#include <algorithm>

namespace lockstep {

namespace {

/// How soon what lies under a resting pointer is looked at again: after a hand moved it, and while it creeps by itself.
constexpr int hoverPauseMs = 150;
constexpr int hoverPauseFollowingMs = 500;

} // namespace

TimelineHover::TimelineHover(ViewContext context, QWidget& viewport)
    : m_context(context), m_viewport(viewport), m_tip(new HoverTip(context.theme, &viewport))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &TimelineHover::due);
}

void TimelineHover::look(QPoint point, const TimelineProbe& probe, const TimelineGeometry& geometry, TimePoint time)
{
    const bool isOverPlot = point.x() >= geometry.labelWidth;
    m_pointer = point;
    const TimelineRow* row = probe.laneAt(point);
    forget();
    if (row != nullptr && isOverPlot) {
        if (const auto hit = probe.spanAt(*row, point)) {
            m_span = QRectF(geometry.labelWidth + hit->rect.x0, geometry.viewY(row->top) + 1,
                            std::max(3.0, hit->rect.x1 - hit->rect.x0), row->bottom - row->top - 1);
            if (auto story = waitStory(m_context.cluster.store(), m_context.sync, row->lane, hit->span))
                m_wait = Wait{std::move(*story), hit->span};
        }
    }
    m_context.selection.setHovered(row != nullptr ? row->entity : EntityRef{},
                                   isOverPlot ? std::optional(time) : std::nullopt);
    HoverText text = probe.explain(point);
    if (text.sentence.isEmpty())
        m_tip->hide();
    else
        m_tip->showAt(point, std::move(text));
    m_viewport.update();
}

void TimelineHover::lookAgainSoon()
{
    if (m_pointer && m_viewport.isVisible() && !m_again.isActive())
        m_again.start(m_context.time.isFollowing() ? hoverPauseFollowingMs : hoverPauseMs);
}

void TimelineHover::stop()
{
    m_again.stop();
}

void TimelineHover::forget()
{
    m_span = {};
    m_wait.reset();
}

void TimelineHover::leave()
{
    m_pointer.reset();
}

void TimelineHover::hideTip()
{
    m_tip->hide();
}

void TimelineHover::drawArrows(QPainter& painter, const TimelineGeometry& geometry, const TimelineRows& rows,
                               const TimeAxis& axis) const
{
    if (m_wait)
        drawWaitArrows(painter, geometry, rows, m_context.cluster.store(), axis, m_wait->story, m_wait->span,
                       m_context.theme.palette());
}

} // namespace lockstep

#include "moc_timelinehover.cpp"
