// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/momentpanel.h"

#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"

#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds whileLive{1000};
constexpr std::chrono::milliseconds whileRead{50}; // while past data arrives piece by piece

} // namespace

MomentPanel::MomentPanel(ViewContext context, QWidget* parent) : Panel(context, parent), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (isVisible() && !m_isHeld)
            readNow();
    });
    connect(&context.cluster, &ClusterModel::changed, this,
            [this](const ChangeSet& changes) { schedule(changes.isFetched || m_isPending ? whileRead : whileLive); });
    const auto follow = [this] {
        schedule(m_context.time.isFollowing() ? whileLive : std::chrono::milliseconds(0));
    };
    connect(&context.time, &TimeWindow::changed, this, follow);
    connect(&context.time, &TimeWindow::cursorChanged, this, follow);
}

void MomentPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isDirty)
        readNow();
}

void MomentPanel::readNow()
{
    m_timer.stop();
    m_isDirty = false;
    m_isPending = read();
}

void MomentPanel::setHeld(bool isHeld)
{
    m_isHeld = isHeld;
    if (!isHeld && m_isDirty)
        readSoon();
}

QVBoxLayout* MomentPanel::makeContent()
{
    auto* const page = new QWidget;
    auto* const lines = makeBox<QVBoxLayout>(page, 0);
    setContent(page);
    return lines;
}

TimePoint MomentPanel::shownMoment() const
{
    return m_context.time.isFollowing() ? m_context.cluster.store().now() : m_context.time.cursor();
}

/// Schedules a refresh unless an earlier one is pending.
void MomentPanel::schedule(std::chrono::milliseconds in)
{
    m_isDirty = true;
    if (isVisible() && (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > in))
        m_timer.start(in);
}

} // namespace lockstep

#include "moc_momentpanel.cpp"
