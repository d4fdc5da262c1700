// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/xidwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/xid.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lockstep {

void XidWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    if (count < m_last.size())
        m_last.clear(); // another cluster: restart
    m_last.resize(count, noData);
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) {
        const float value = now.value(0, gpu);
        if (!(value >= 0) || value > max)
            continue;
        const float before = std::exchange(m_last[gpu], value);
        if (std::isnan(before) || before == value || value < 1)
            continue;
        const auto code = static_cast<unsigned>(value);
        const XidMeaning meaning = meaningOfXid(code);
        out.events.push_back({{EntityKind::Gpu, gpu},
                              {now.time,
                               meaning.severity,
                               0,
                               codes::gpuXid,
                               fmt::format("XID {}: {}.", code, meaning.text),
                               {.xid = code}}});
    }
}

} // namespace lockstep
