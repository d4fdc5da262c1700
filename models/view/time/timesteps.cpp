// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timesteps.h"

#include "models/store/clusterstore.h"

#include <vector>

namespace lockstep {

namespace {

/// Keeps the nearest time in the given direction.
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
    [[nodiscard]] TimePoint from() const { return m_from; }
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

template <class SpansOf>
std::optional<TimePoint> nextStart(const std::vector<SpanLane>& lanes, const SpansOf& spansOf, const Topology& topology,
                                   EntityRef of, Nearest nearest)
{
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (!belongsTo(topology, lanes[lane].entity, of))
            continue;
        const LaneSpans spans = spansOf(lane);
        const std::size_t after = spans.countUpTo(nsOf(nearest.from()));
        const std::size_t before = spans.countBefore(nsOf(nearest.from()));
        if (after < spans.size())
            nearest.offer(TimePoint(Duration(spans.startNs(after))));
        if (before > 0)
            nearest.offer(TimePoint(Duration(spans.startNs(before - 1))));
    }
    return nearest.time();
}

} // namespace

std::optional<TimePoint> nextSpanStart(const ClusterStore& store, EntityRef of, TimePoint from, int direction)
{
    const auto spansOf = [&store](std::size_t lane) {
        return store.laneSpans(lane, {TimePoint::min(), TimePoint::max()});
    };
    return nextStart(store.spans().lanes(), spansOf, *store.topology(), of, Nearest(from, direction));
}

std::optional<TimePoint> nextSpanStart(const SpanStore& spans, const Topology& topology, EntityRef of, TimePoint from,
                                       int direction)
{
    const auto spansOf = [&spans](std::size_t lane) -> LaneSpans {
        return spans.lanes()[lane];
    };
    return nextStart(spans.lanes(), spansOf, topology, of, Nearest(from, direction));
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
