// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/lifetimeanalysis.h"

#include "models/store/clusterstore.h"

#include <memory>
#include <utility>

namespace lockstep {

Analysis::Task LifetimeAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    using Column = std::pair<MetricDescriptor, std::vector<float>>;
    auto columns = std::make_shared<std::vector<Column>>();
    const TickRange ticks = m_ticks.take(store, 0);
    const TickIndex newest = ticks.to - 1; // counts only grow, so the newest tick suffices
    for (std::uint32_t id = 0; !ticks.isEmpty() && id < store.metrics().size(); ++id) {
        const MetricDescriptor& metric = store.metrics().descriptor(MetricId{id});
        if (metric.kind == MetricKind::Counter && metric.warning && metric.derivation.empty())
            columns->emplace_back(metric, copyOfColumn(store, metric.name, newest));
    }
    if (columns->empty())
        return {};
    return [this, columns, newest, time = timeOfTick(newest, store.tickPeriod()), topology = store.topology()] {
        Result result;
        for (const auto& [metric, values] : *columns)
            m_watch.step(newest, time, *topology, metric, values, result.derived);
        return result;
    };
}

} // namespace lockstep
