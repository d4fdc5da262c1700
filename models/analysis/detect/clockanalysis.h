// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/core/clockoffset.h"
#include "models/store/analysis.h"

#include <deque>

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Detects clocks that drift: their offset grows repeatedly, by more than its uncertainty, while most other clocks are
/// stable. A clock that returns to the true time is being corrected, and one that jumps once was set; neither is
/// reported. A plain value, used by the analysis's worker.
class DriftWatch
{
public:
    static constexpr std::size_t steps = 2; ///< consecutive, in one direction
    static constexpr double beyondUncertainty = 2; ///< factor on the uncertainty, because either of the two estimates
                                                   ///< may be off by it wrong by it
    static constexpr double minRate = 10e-6; ///< NTP or PTP keep a clock more accurate than this
    static constexpr Duration probesApart = std::chrono::seconds(15); ///< maximum age of an estimate

    struct Drift
    {
        double rate = 0; ///< seconds per second, relative to the median of all nodes
        Duration since{}; ///< observed duration
    };

    /// By node; nullopt: no known drift.
    using Drifts = std::vector<std::optional<Drift>>;

    /// @param clocks latest estimates by node; nullopt: none
    [[nodiscard]] const Drifts& step(TimePoint now, std::span<const std::optional<ClockOffset>> clocks);

private:
    struct Estimate
    {
        TimePoint time;
        ClockOffset clock;
        TimePoint stillUntil; ///< end of the time in which it barely moved
    };
    static constexpr std::size_t kept = 8;

    [[nodiscard]] double baselineRate() const;
    [[nodiscard]] std::optional<Drift> driftOf(const std::deque<Estimate>& estimates, double baselineRate,
                                               TimePoint now) const;

    std::vector<std::deque<Estimate>> m_estimates; ///< by node; each differs from the previous one by more than its
                                                   ///< uncertainty
    Drifts m_drifts;
};

/// Reports clocks that are too uncertain to order events: nodes whose uncertainty stays far above that of others,
/// clocks that drift away, and clocks that were set. If most clocks are off at once, this machine's clock was set. Not
/// for files, where now() is not a clock. Owned by the host.
class ClockAnalysis final : public Analysis
{
public:
    static constexpr Duration poor = std::chrono::milliseconds(10); ///< uncertainty above which a clock is poor if
                                                                    ///< there are no other nodes for comparison
    static constexpr double outlierFactor = 3; ///< factor on the median of all nodes
    static constexpr Duration jump = std::chrono::milliseconds(50); ///< change of an offset beyond its uncertainty
    static constexpr EpisodeRule rule{.lasts = 10, .calm = 30};
    static constexpr EpisodeRule driftRule{.lasts = 1, .calm = 120};

    using Clocks = std::vector<std::optional<ClockOffset>>; ///< by node; nullopt: not estimated

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

    /// Runs on the worker, once per tick.
    void step(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out);

private:
    void reportUncertainClocks(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out);
    void reportDrifts(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out);
    void reportJumps(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out);

    TickIndex m_lastTick = 0; ///< used by the GUI thread
    Episodes m_episodes; ///< used by the worker, like the following members
    Episodes m_driftEpisodes;
    DriftWatch m_drifts;
    Clocks m_before;
};

} // namespace lockstep
