// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/whatif/stepreplay.h"
#include "models/analysis/sync/whatif/whatif.h"

#include <deque>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Which lanes of a job form each worker, and the position of the worker. The position consists of the pipeline stage,
/// known from its sender, and the data-parallel rank among the workers of that stage. Lanes that share a group of
/// neighbouring ranks within a stage (tensor parallel) are one worker. A plain value.
struct WorkerPlaces
{
    struct Worker
    {
        std::int32_t dpRank = 0;
        std::int32_t stage = 0;
        std::vector<std::uint32_t> lanes;
    };

    std::vector<Worker> workers; ///< by stage, then data-parallel rank
    std::int32_t dpRanks = 0; ///< of the stage with the most
    std::int32_t stages = 0;
};

/// Learns the positions of a job's workers from the groups of its lanes. Accumulates over windows, so that incomplete
/// windows do not matter. A member of LiveWhatIf.
class WorkerPlaceFinder
{
public:
    /// @param ranks by lane. @return whether a position has changed
    bool learn(const SyncWindow& window, std::span<const std::uint32_t> ranks);

    [[nodiscard]] const WorkerPlaces& places() const { return m_places; }

private:
    using Lanes = std::vector<std::uint32_t>;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    bool learnMembers(const SyncWindow& window);
    bool learnReceives(const SyncWindow& window);
    [[nodiscard]] std::span<const SyncWindow::Member> membersOf(std::uint32_t communicator) const;
    [[nodiscard]] std::vector<std::uint32_t> stages() const;
    [[nodiscard]] static bool isTensorGroup(const Lanes& lanes, const std::vector<std::uint32_t>& stages,
                                            std::span<const std::uint32_t> ranks, std::size_t lanesOfStage);
    void place(std::span<const std::uint32_t> ranks);

    std::vector<SyncWindow::Member> m_members; ///< all known ones, in order
    std::vector<std::uint32_t> m_receivesIn; ///< by lane: the communicator of its pipeline; none: it never receives
    std::vector<std::uint8_t> m_isHeard; ///< by lane
    WorkerPlaces m_places;
};

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
