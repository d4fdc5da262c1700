// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/stepreplay.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/analysis/sync/whatif/workerplaces.h"

#include <deque>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// What-if analysis of a running job: replays completed steps and averages recent results. Bounded: for large jobs only
/// some steps are replayed, and only the slowest data-parallel ranks are evaluated alone. One thread at a time; a
/// member of its JobTracker.
class LiveWhatIf
{
public:
    static constexpr std::size_t keptSteps = 16; ///< of which the replayed ones are used

    /// A completed step.
    struct Closed
    {
        std::uint32_t number = 0;
        double seconds = std::numeric_limits<double>::quiet_NaN(); ///< actual duration; NaN: unknown
        std::vector<bool> isLost{}; ///< by lane: spans of it are missing
    };
    /// Replays the step if the credit suffices.
    /// @param ranks by lane
    void add(const SyncWindow& window, const std::vector<std::uint32_t>& ranks, const Closed& step);

    /// Null until a step was replayed. @param nameOf names of operations
    [[nodiscard]] std::shared_ptr<JobWhatIf> result(const std::function<std::string(std::uint32_t)>& nameOf) const;

private:
    using WorkerKey = std::pair<std::int32_t, std::int32_t>; ///< data-parallel rank, stage

    /// Seconds of a step in each scenario.
    struct Replayed
    {
        std::uint32_t step = 0;
        std::uint64_t at = 0; ///< number of the step among the closed ones
        double measured = 0;
        double observed = 0;
        double ideal = 0;
        std::map<std::int32_t, double> byDpRank;
        std::map<std::int32_t, double> byStage;
        std::map<std::uint32_t, double> byOp;
        std::map<WorkerKey, double> without;
        double withoutSlowest = 0;
        double withoutLastStage = 0;
        double withoutSlow = 0;
        double withoutSlower = 0;
        double withoutTransfers = 0;
        std::vector<LanePace> paces; ///< by lane
    };

    void decompose(StepReplay& replay, const WorkerPlaces& places, const std::vector<std::int32_t>& dpRanks,
                   Replayed& step) const;
    void takeAway(StepReplay& replay, const WorkerPlaces& places, Replayed& step) const;
    [[nodiscard]] WhatIf meanOfSteps() const;
    [[nodiscard]] LanePaces paces(std::size_t steps) const; ///< over the first of the kept steps
    void addPaces(WhatIf& result) const;
    void addSlow(JobWhatIf& whatIf) const;
    void forgetOld();

    WorkerPlaceFinder m_places;
    std::deque<Replayed> m_steps;
    std::uint64_t m_closed = 0; ///< total
    std::vector<JobWhatIf::Worker> m_workers;
    double m_credit = 0; ///< number of events that may be replayed
};

} // namespace lockstep
