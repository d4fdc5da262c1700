// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/timesteps.h"

#include "models/store/clusterstore.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

/// Keeps the nearest of the times that lie on the right side.
class Nearest
{
public:
    Nearest(TimePoint from, int direction) : m_from(from), m_direction(direction) { }

    void offer(TimePoint time)
    {
        const bool isBeyond = m_direction > 0 ? time > m_from : time < m_from;
        if (isBeyond && (!m_nearest || (m_direction > 0 ? time < *m_nearest : time > *m_nearest)))
            m_nearest = time;
    }
    [[nodiscard]] std::optional<TimePoint> time() const { return m_nearest; }

private:
    TimePoint m_from;
    int m_direction;
    std::optional<TimePoint> m_nearest;
};

bool belongsTo(const Topology& topology, EntityRef entity, EntityRef whole)
{
    if (!whole.isValid())
        return true;
    for (EntityRef above = entity; topology.contains(above); above = topology.parent(above)) {
        if (above == whole)
            return true;
    }
    return false;
}

} // namespace

std::optional<TimePoint> nextSpanStart(const ClusterStore& store, EntityRef of, TimePoint from, int direction)
{
    return nextSpanStart(store.spans(), *store.topology(), of, from, direction);
}

std::optional<TimePoint> nextSpanStart(const SpanStore& spansOf, const Topology& topology, EntityRef of, TimePoint from,
                                       int direction)
{
    Nearest nearest(from, direction);
    const std::int64_t fromNs = from.time_since_epoch().count();
    for (const SpanLane& lane : spansOf.lanes()) {
        if (!belongsTo(topology, lane.entity, of))
            continue;
        const auto& spans = lane.spans;
        const auto at = direction > 0 ? std::ranges::upper_bound(spans, fromNs, {}, &StoredSpan::startNs)
                                      : std::ranges::lower_bound(spans, fromNs, {}, &StoredSpan::startNs);
        if (direction > 0 && at != spans.end())
            nearest.offer(TimePoint(Duration((*at).startNs)));
        else if (direction < 0 && at != spans.begin())
            nearest.offer(TimePoint(Duration((*std::ranges::prev(at)).startNs)));
    }
    return nearest.time();
}

std::optional<TimePoint> nextEvent(const ClusterStore& store, EntityRef of, TimePoint from, int direction)
{
    Nearest nearest(from, direction);
    for (const LoggedEvent& logged : store.events().events()) {
        if (!belongsTo(*store.topology(), logged.entity, of))
            continue;
        nearest.offer(logged.event.time);
        nearest.offer(logged.lastTime);
    }
    return nearest.time();
}

std::optional<TimePoint> nextEvent(std::span<const DerivedEvent> events, const Topology& topology, EntityRef of,
                                   TimePoint from, int direction)
{
    Nearest nearest(from, direction);
    for (const DerivedEvent& each : events) {
        if (belongsTo(topology, each.entity, of))
            nearest.offer(each.event.time);
    }
    return nearest.time();
}

} // namespace lockstep
