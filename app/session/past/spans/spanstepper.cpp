// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/spans/spanstepper.h"

#include "models/store/clustermodel.h"
#include "models/view/time/timesteps.h"
#include "models/view/time/timewindow.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Dense spans are found in the first range, sparse ones in a few longer ones.
constexpr Duration firstStretch = std::chrono::seconds(20);
constexpr Duration longestStretch = std::chrono::minutes(30);

} // namespace

SpanStepper::SpanStepper(Recording recording, bool isGrowing, const ClusterModel& cluster, TimeWindow& time,
                         QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_time(time),
      m_reader(std::move(recording), isGrowing,
               [this](TimeRange asked, std::shared_ptr<const PastSpans> spans, bool isWhole) {
                   if (!isWhole)
                       return;
                   QMetaObject::invokeMethod(
                       this, [this, asked, spans = std::move(spans)] { take(asked, spans); }, Qt::QueuedConnection);
               })
{ }

void SpanStepper::step(EntityRef of, int direction)
{
    const TimePoint from = m_time.target().cursor;
    m_search = Search{of, direction, from, from, firstStretch};
    goOn();
}

std::optional<TimeRange> SpanStepper::unreadBefore(std::optional<TimePoint> found) const
{
    const TimeRange all = m_time.extent();
    const bool isForward = m_search->direction > 0;
    const TimePoint end = found.value_or(isForward ? all.to : all.from);
    const TimeRange between = isForward ? TimeRange{m_search->reached, end} : TimeRange{end, m_search->reached};
    std::optional<TimeRange> nearest;
    for (const AvailableRange& each : m_cluster.store().spansAvailable(between)) {
        if (each.state == Availability::Pending && (!nearest || !isForward))
            nearest = each.range;
    }
    return nearest;
}

void SpanStepper::goOn()
{
    const auto found = nextSpanStart(m_cluster.store(), m_search->of, m_search->from, m_search->direction);
    const auto unread = unreadBefore(found);
    if (!unread)
        return finish(found);
    const bool isForward = m_search->direction > 0;
    m_asked = isForward ? TimeRange{unread->from, std::min(unread->from + m_search->stretch, unread->to)}
                        : TimeRange{std::max(unread->to - m_search->stretch, unread->from), unread->to};
    m_reader.fetch({m_asked, isForward ? m_asked.from : m_asked.to, m_cluster.store().topology()});
}

void SpanStepper::take(TimeRange asked, const std::shared_ptr<const PastSpans>& past)
{
    if (!m_search || asked != m_asked)
        return; // superseded by another request
    const auto found = past->range().isEmpty() ? std::nullopt
                                               : nextSpanStart(past->spans(), *m_cluster.store().topology(),
                                                               m_search->of, m_search->from, m_search->direction);
    if (found || past->range().isEmpty())
        return finish(found);
    m_search->reached = m_search->direction > 0 ? past->range().to : past->range().from;
    m_search->stretch = std::min(m_search->stretch * 4, longestStretch);
    goOn();
}

void SpanStepper::finish(std::optional<TimePoint> found)
{
    const Search search = *std::exchange(m_search, std::nullopt);
    // Do not move a user who has gone elsewhere meanwhile.
    if (m_time.target().cursor != search.from && !m_time.isFollowing())
        return;
    if (found)
        m_time.setCursor(*found);
    else
        Q_EMIT foundNone(search.direction);
}

} // namespace lockstep

#include "moc_spanstepper.cpp"
