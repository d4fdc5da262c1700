// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/compareownpast.h"

#include "models/store/clusterstore.h"

namespace lockstep {

TickRange CompareOwnPast::ticks() const
{
    return m_store.ticks();
}

std::span<const float> CompareOwnPast::column(MetricId metric, TickIndex tick) const
{
    return m_store.column(metric, tick);
}

void CompareOwnPast::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    m_store.series(metric, entity, range, out);
}

bool CompareOwnPast::isComing(MetricId metric, TickRange range) const
{
    return m_isComing && m_isComing(metric, range);
}

} // namespace lockstep
