// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/eventcodes.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Reports lifetime error counts in two cases. First, a count that is already large when an entity is first seen,
/// because the rate of the earlier errors is unknown. Second, a count of a link that grows much more in one day than on
/// earlier days, although its rate stays low. Sends one event per metric for all entities that are seen at about the
/// same time, which names the worst. A plain value, used by the analysis's worker.
class LifetimeWatch
{
public:
    static constexpr auto code = codes::lifetimeCount;
    static constexpr TickIndex gatheredTicks = 5; ///< time to collect, because agents do not all connect in the same
                                                  ///< second
    static constexpr Duration day = std::chrono::hours(24); ///< beginning with the first count
    static constexpr float jump = 20; ///< minimum excess over the usual growth in a day
    static constexpr float baselineFactor = 5;

    void step(TickIndex tick, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
              std::span<const float> values, Derived& out);

private:
    struct Count
    {
        TimePoint begun; ///< of the day
        float atBegin = noData;
        float usual = noData; ///< growth per day; NaN: no complete day yet
        bool isSeen = false;
        bool isReported = false; ///< on this day
    };
    struct Known
    {
        std::vector<Count> counts; ///< by entity index
        std::optional<TickIndex> gatheringSince;
        std::vector<std::uint32_t> large; ///< not reported yet
    };

    [[nodiscard]] static bool jumps(Count& count, float value, TimePoint time);
    static void reportLarge(Known& known, TimePoint time, const Topology& topology, const MetricDescriptor& metric,
                            std::span<const float> values, Derived& out);
    static void reportJumps(std::span<const std::uint32_t> jumping, const Known& known, TimePoint time,
                            const Topology& topology, const MetricDescriptor& metric, std::span<const float> values,
                            Derived& out);

    std::map<std::string, Known> m_known; ///< by metric
};

/// Reports large lifetime error counts when they are first seen. Owned by the host.
class LifetimeAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    LifetimeWatch m_watch; ///< used by the worker
};

} // namespace lockstep
