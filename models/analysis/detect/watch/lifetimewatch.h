// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/eventcodes.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Reports each entity once whose lifetime error count is large when first seen, because errors before that time have
/// no rate. One event per metric for all that are seen at about the same time, naming the worst. A plain value; the
/// analysis' worker.
class LifetimeWatch
{
public:
    static constexpr auto code = codes::lifetimeCount;
    static constexpr TickIndex gatheredTicks = 5; ///< agents do not all connect in the same second

    void step(TickIndex tick, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
              std::span<const float> values, Derived& out);

private:
    struct Known
    {
        std::vector<std::uint8_t> isSeen; ///< by entity index
        std::optional<TickIndex> gatheringSince;
        std::vector<std::uint32_t> large; ///< not reported yet
    };

    std::map<std::string, Known> m_known; ///< by metric
};

} // namespace lockstep
