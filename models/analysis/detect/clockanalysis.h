// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/driftwatch.h"
#include "models/core/clockoffset.h"
#include "models/store/analysis.h"

#include <span>

namespace lockstep {

/// Reports clocks that are too uncertain to order events: nodes whose uncertainty stays far above that of others,
/// clocks that drift away, and clocks that were set. If most clocks are off at once, this machine's clock was set. Not
/// for files, where now() is not a clock. Owned by the host.
class ClockAnalysis final : public Analysis
{
public:
    static constexpr Duration poor = std::chrono::milliseconds(10); ///< uncertainty limit without other nodes for
                                                                    ///< comparison
    static constexpr double unlikeOthers = 3; ///< factor on the median of all nodes
    static constexpr Duration jump = std::chrono::milliseconds(50); ///< change of an offset beyond its uncertainty
    static constexpr EpisodeRule rule{.lasts = 10, .calm = 30};
    static constexpr EpisodeRule driftRule{.lasts = 1, .calm = 120};

    using Clocks = std::vector<std::optional<ClockOffset>>; ///< by node; nullopt: not estimated

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

    /// Runs on the worker, once per tick.
    void step(Episodes::Moment now, const Topology& topology, const Clocks& clocks, Derived& out);

private:
    void reportPoor(Episodes::Moment now, const Topology& topology, const Clocks& clocks, Derived& out);
    void reportDrifts(Episodes::Moment now, const Topology& topology, const Clocks& clocks, Derived& out);
    void reportJumps(Episodes::Moment now, const Topology& topology, const Clocks& clocks, Derived& out);

    TickIndex m_lastTick = 0; ///< used by the GUI thread
    Episodes m_episodes; ///< used by the worker, like the following members
    Episodes m_driftEpisodes;
    DriftWatch m_drifts;
    Clocks m_before;
};

} // namespace lockstep
