// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/limitanalysis.h"

#include "models/store/clusterstore.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

namespace lockstep {

namespace {

/// Derived metrics have detectors of their own. Metrics of load (a CPU that waits while a checkpoint is written) have
/// no critical limit, and are not watched.
bool isWatched(const MetricDescriptor& metric)
{
    return metric.critical && metric.direction != Direction::Neutral && metric.derivation.empty();
}

} // namespace

Analysis::Task LimitAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    std::vector<MetricId> watched;
    std::size_t floats = 0;
    for (std::uint32_t id = 0; id < store.metrics().size(); ++id) {
        const MetricDescriptor& metric = store.metrics().descriptor(MetricId{id});
        if (!isWatched(metric))
            continue;
        watched.push_back(MetricId{id});
        floats += store.topology()->count(metric.entityKind);
    }
    const TickRange ticks = m_ticks.take(store, floats);
    if (ticks.isEmpty() || watched.empty())
        return {};
    auto read = std::make_shared<std::vector<LimitTick>>();
    for (const MetricId id : watched) {
        const MetricDescriptor& metric = store.metrics().descriptor(id);
        const std::string_view name = metric.name;
        for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, std::span(&name, 1))) {
            std::vector<float> values = m_ticks.column(store, metric.name, tick);
            if (!values.empty())
                read->push_back({tick.index, tick.time, tick.seconds, store.topology(), metric, std::move(values)});
        }
    }
    std::ranges::stable_sort(*read, {}, &LimitTick::time);
    return [this, read, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const LimitTick& tick : *read)
            m_watch.step(tick, result.derived);
        return result;
    };
}

} // namespace lockstep
