// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <map>
#include <span>
#include <string>

namespace lockstep {

/// One metric at one tick, with its limits.
struct LimitTick : AnalysedTick
{
    TopologyPtr topology;
    MetricDescriptor metric;
    std::vector<float> values; ///< by entity index of the metric's kind; NaN is no data
    std::vector<float> raised{}; ///< by entity: its own limit minus that of the metric; NaN: unknown
};

/// Reports metrics beyond their limits: once per rack (or entity without a rack) and severity, and again when all of
/// its metrics have been within limits for a while. Missing data changes nothing. A plain value, used by the analysis's
/// worker.
class LimitWatch
{
public:
    static constexpr EpisodeRule rule{.lasts = 3, .calm = 30};

    void step(const LimitTick& now, Derived& out);

private:
    /// Values beyond a limit in one place at one tick.
    struct Beyond
    {
        Severity severity = Severity::Information; ///< Information: none
        EntityRef worst;
        float value = noData;
        float raised = 0; ///< of the worst
        std::uint32_t count = 0;
    };

    [[nodiscard]] static std::map<EntityRef, Beyond> collectExceeded(const LimitTick& now);
    static void judge(const LimitTick& now, EntityRef place, const Beyond& beyond, Episodes& episodes, Derived& out);

    std::map<std::string, Episodes> m_episodes; ///< by metric
};

/// Reports metrics that exceed the limits reported by their sources. Owned by the host.
class LimitAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    LimitWatch m_watch; ///< used by the worker
};

} // namespace lockstep
