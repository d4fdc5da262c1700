// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/columnsource.h"

#include "models/core/metric.h"

#include <algorithm>

namespace lockstep {

void ColdColumns::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    out.assign(static_cast<std::size_t>(range.length()), noData);
    const TickRange held = ticks();
    for (TickIndex tick = std::max(range.from, held.from); tick < std::min(range.to, held.to); ++tick)
        out[static_cast<std::size_t>(tick - range.from)] = value(metric, entity, tick);
}

Availability ColdColumns::available(MetricId, TickRange range) const
{
    const TickRange held = ticks();
    return std::max(range.from, held.from) < std::min(range.to, held.to) ? Availability::Ready : Availability::None;
}

} // namespace lockstep
