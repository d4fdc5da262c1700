// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep {

class LearnedBaselines;

/// An analysis that steps a watch (a plain value) through ticks on the worker. If time restarts, as in a recording that
/// is played again, the watch restarts too. Owned by an AnalysisHost.
template <class Watch>
class SteppedAnalysis : public Analysis
{
public:
    SteppedAnalysis() = default;
    /// For a watch that learns baselines. @param baselines stores them and must outlive this; null: they are not stored
    explicit SteppedAnalysis(LearnedBaselines* baselines) : m_baselines(baselines), m_watch(made()) { }

protected:
    /// @param ticks of m_ticks, with a member `tick`  @param step called with the watch, a tick and the results
    template <class Tick, class Step>
    [[nodiscard]] Task stepEach(std::vector<Tick> ticks, Step step)
    {
        return [this, ticks = std::move(ticks), step = std::move(step), hasMore = m_ticks.hasMore()] {
            Result result;
            result.hasMore = hasMore;
            for (const Tick& now : ticks) {
                if (now.tick <= m_lastTick)
                    m_watch = made();
                m_lastTick = now.tick;
                step(m_watch, now, result.derived);
            }
            return result;
        };
    }
    template <class Tick>
    [[nodiscard]] Task stepEach(std::vector<Tick> ticks)
    {
        return stepEach(std::move(ticks), [](Watch& watch, const Tick& now, Derived& out) { watch.step(now, out); });
    }

    SettledTicks m_ticks;

private:
    [[nodiscard]] Watch made() const
    {
        if constexpr (std::is_constructible_v<Watch, LearnedBaselines*>)
            return Watch(m_baselines);
        else
            return Watch();
    }

    LearnedBaselines* m_baselines = nullptr;
    Watch m_watch; ///< used by the worker, like the following member
    TickIndex m_lastTick = -1;
};

} // namespace lockstep
