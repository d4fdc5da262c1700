// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/momentrefresh.h"

#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/eventwatch.h"

#include <QWidget>

#include <utility>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds whileLive{1000};
constexpr std::chrono::milliseconds whileRead{50}; // while past data arrives piece by piece

} // namespace

MomentRefresh::MomentRefresh(ViewContext context, QWidget& view, std::function<bool()> refresh)
    : QObject(&view), m_context(context), m_view(view), m_refresh(std::move(refresh))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_view.isVisible() && !m_isHeld)
            now();
    });
    watchEvents(view, [this](const QEvent& event) {
        if (event.type() == QEvent::Show && m_isDirty)
            now();
    });
    connect(&context.cluster, &ClusterModel::changed, this,
            [this](const ChangeSet& changes) { schedule(changes.isFetched || m_isPending ? whileRead : whileLive); });
    const auto follow = [this] {
        schedule(m_context.time.isFollowing() ? whileLive : std::chrono::milliseconds(0));
    };
    connect(&context.time, &TimeWindow::changed, this, follow);
    connect(&context.time, &TimeWindow::cursorChanged, this, follow);
}

void MomentRefresh::now()
{
    m_timer.stop();
    m_isDirty = false;
    m_isPending = m_refresh();
}

void MomentRefresh::setHeld(bool isHeld)
{
    m_isHeld = isHeld;
    if (!isHeld && m_isDirty)
        soon();
}

/// Schedules a refresh unless an earlier one is pending.
void MomentRefresh::schedule(std::chrono::milliseconds in)
{
    m_isDirty = true;
    if (m_view.isVisible() && (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > in))
        m_timer.start(in);
}

} // namespace lockstep

#include "moc_momentrefresh.cpp"
