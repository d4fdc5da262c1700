// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparerecording.h"

#include "models/core/metric.h"

#include <algorithm>

namespace lockstep {

CompareRecording::CompareRecording(Recording recording, const TopologyMatches& matches, ClusterModel& cluster)
    : m_matches(matches), m_past(std::make_unique<RecordedPast>(std::move(recording), !RecordedPast::growing, cluster))
{ }

std::span<const float> CompareRecording::column(MetricId metric, TickIndex tick) const
{
    return m_past->ticks().contains(tick) ? m_past->column(metric, tick) : std::span<const float>();
}

void CompareRecording::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    out.assign(static_cast<std::size_t>(range.length()), noData);
    const TickRange held = m_past->ticks();
    for (TickIndex tick = std::max(range.from, held.from); tick < std::min(range.to, held.to); ++tick)
        out[static_cast<std::size_t>(tick - range.from)] = m_past->value(metric, entity, tick);
}

bool CompareRecording::isComing(MetricId metric, TickRange range) const
{
    return m_past->isComing(metric, range);
}

} // namespace lockstep
