// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/jobcanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/sync/jobshown.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lockstep {

JobCanvas::JobCanvas(const ViewContext& context, const QString& name, QWidget* parent) : Canvas(context, name, parent)
{
    connect(context.sync, &SyncResults::changed, this, &JobCanvas::follow);
}

void JobCanvas::setJob(std::optional<std::uint32_t> job)
{
    m_chosenJob = job;
    follow();
}

void JobCanvas::follow()
{
    m_isOld = true;
    if (isVisible())
        rebuild();
}

std::shared_ptr<const JobSync> JobCanvas::jobWanted() const
{
    return jobToShow(*m_context.sync->snapshot(), m_chosenJob);
}

EntityRef JobCanvas::entityOf(std::uint32_t lane) const
{
    return m_job ? entityOfLane(m_context.cluster.store(), *m_job, lane) : EntityRef{};
}

void JobCanvas::paintEmpty(QPainter& painter) const
{
    painter.fillRect(rect(), toColor(m_context.theme.palette().panel));
    if (m_context.sync->isComputing())
        return drawEmptyState(painter, rect(), m_context.theme.palette(), tr("Computing…"),
                              tr("Computing steps from the spans up to the displayed time."));
    drawEmptyState(painter, rect(), m_context.theme.palette(), tr("No completed step yet."),
                   tr("Run a job that reports its steps, or open a trace."));
}

void JobCanvas::hover(QPointF point)
{
    const auto lane = m_job ? laneAt(point.toPoint()) : std::nullopt;
    m_context.selection.setHovered(lane ? entityOf(*lane) : EntityRef{});
    m_tip->showAt(point.toPoint(), m_job ? explain(point.toPoint()) : HoverText());
}

void JobCanvas::click(QPointF point, Qt::KeyboardModifiers)
{
    if (const auto lane = m_job ? laneAt(point.toPoint()) : std::nullopt)
        m_context.selection.select(entityOf(*lane));
}

void JobCanvas::showEvent(QShowEvent* event)
{
    if (m_isOld)
        rebuild();
    Canvas::showEvent(event);
}

void JobCanvas::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Up ? -1 : event->key() == Qt::Key_Down ? 1 : 0;
    const std::vector<std::uint32_t>& lanes = lanesInOrder();
    if (step == 0 || !m_job || lanes.empty())
        return Canvas::keyPressEvent(event);
    const auto current = std::ranges::find_if(
        lanes, [this](std::uint32_t lane) { return entityOf(lane) == m_context.selection.current(); });
    const auto at = current == lanes.end() ? (step > 0 ? -1 : std::ssize(lanes)) : current - lanes.begin();
    const auto next = std::clamp<std::ptrdiff_t>(at + step, 0, std::ssize(lanes) - 1);
    m_context.selection.select(entityOf(lanes[static_cast<std::size_t>(next)]));
}

} // namespace lockstep

#include "moc_jobcanvas.cpp"
