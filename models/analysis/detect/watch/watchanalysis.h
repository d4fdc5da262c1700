// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <cmath>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Some metrics at one tick, in the order in which a watch lists them.
struct WatchedTick : AnalysedTick
{
    TopologyPtr topology;
    std::vector<std::vector<float>> columns; ///< by entity index; no data where NaN or too short

    [[nodiscard]] float value(std::size_t column, std::size_t entity) const
    {
        return entity < columns[column].size() ? columns[column][entity] : noData;
    }
};

/// Copies some metrics tick by tick. Ticks are as far apart as the samples of the first metric.
[[nodiscard]] inline std::vector<WatchedTick> readTicks(const ClusterStore& store, TickRange ticks,
                                                        std::span<const std::string_view> watched,
                                                        SettledTicks& settled)
{
    std::vector<WatchedTick> read;
    for (const AnalysedTick& tick : settled.spaced(store, ticks, watched)) {
        WatchedTick now{tick, store.topology(), {}};
        for (const auto metric : watched)
            now.columns.push_back(settled.column(store, metric, tick));
        read.push_back(std::move(now));
    }
    return read;
}

/// A detector that reads a few columns. At each tick it copies them for a watch, which the worker then steps. A watch
/// is a class with an array `watched` of metric names and a function `step(const WatchedTick&, Derived&)`. Owned by the
/// host.
template <class Watch>
class WatchAnalysis final : public SteppedAnalysis<Watch>
{
public:
    using SteppedAnalysis<Watch>::SteppedAnalysis;

    [[nodiscard]] Analysis::Task take(const ClusterStore& store, const ChangeSet& changes) override
    {
        if (changes.ticks.isEmpty() || !store.topology())
            return {};
        std::size_t floats = 0;
        bool isMeasured = false;
        for (const auto metric : Watch::watched) {
            const MetricId id = store.metrics().find(metric);
            isMeasured |= id.isValid() || metric == metrics::node::reported; // which has no column of its own
            floats += id.isValid() ? store.topology()->count(store.metrics().descriptor(id).entityKind) : 0;
        }
        const TickRange ticks = this->m_ticks.take(store, floats);
        if (ticks.isEmpty() || !isMeasured)
            return {};
        return this->stepEach(readTicks(store, ticks, Watch::watched, this->m_ticks));
    }
};

} // namespace lockstep
