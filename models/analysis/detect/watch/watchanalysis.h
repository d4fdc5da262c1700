// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep {

class LearnedBook;

/// Some metrics at one tick, in the order in which a watch lists them.
struct WatchedTick
{
    TickIndex tick = 0;
    TimePoint time;
    float seconds = 1;
    TopologyPtr topology;
    std::vector<std::vector<float>> columns; ///< by entity index; shorter or NaN: no data

    [[nodiscard]] float value(std::size_t column, std::size_t entity) const
    {
        return entity < columns[column].size() ? columns[column][entity] : noData;
    }
};

/// Copies of some metrics, tick by tick; ticks are as far apart as the samples of the first of them.
[[nodiscard]] inline std::vector<WatchedTick> readTicks(const ClusterStore& store, TickRange ticks,
                                                        std::span<const std::string_view> watched,
                                                        SettledTicks& settled)
{
    std::vector<WatchedTick> read;
    for (const AnalysedTick& tick : settled.spaced(store, ticks, watched)) {
        WatchedTick now{tick.index, tick.time, tick.seconds, store.topology(), {}};
        for (const auto metric : watched)
            now.columns.push_back(settled.column(store, metric, tick));
        read.push_back(std::move(now));
    }
    return read;
}

/// A detector over a few columns: copies them each tick for a watch, a class with an array `watched` of metric names
/// and `step(const WatchedTick&, Derived&)` for the worker. Owned by the host.
template <class Watch>
class WatchAnalysis final : public Analysis
{
public:
    WatchAnalysis() = default;
    /// For a watch that learns baselines. @param book stores them and must outlive this; null: they are not stored
    explicit WatchAnalysis(LearnedBook* book) : m_book(book), m_watch(made()) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override
    {
        if (changes.ticks.isEmpty() || !store.topology())
            return {};
        std::size_t floats = 0;
        bool isMeasured = false;
        for (const auto metric : Watch::watched) {
            const MetricId id = store.metrics().find(metric);
            isMeasured |= id.isValid();
            floats += id.isValid() ? store.topology()->count(store.metrics().descriptor(id).entityKind) : 0;
        }
        const TickRange ticks = m_ticks.take(store, floats);
        if (ticks.isEmpty() || !isMeasured)
            return {};
        auto read = std::make_shared<std::vector<WatchedTick>>(readTicks(store, ticks, Watch::watched, m_ticks));
        return [this, read, hasMore = m_ticks.hasMore()] {
            Result result;
            result.hasMore = hasMore;
            for (const WatchedTick& now : *read) {
                if (now.tick <= m_lastTick)
                    m_watch = made(); // time has restarted
                m_lastTick = now.tick;
                m_watch.step(now, result.derived);
            }
            return result;
        };
    }

private:
    [[nodiscard]] Watch made() const
    {
        if constexpr (std::is_constructible_v<Watch, LearnedBook*>)
            return Watch(m_book);
        else
            return Watch();
    }

    LearnedBook* m_book = nullptr;
    SettledTicks m_ticks;
    Watch m_watch; ///< used by the worker, like the following members
    TickIndex m_lastTick = 0;
};

} // namespace lockstep
