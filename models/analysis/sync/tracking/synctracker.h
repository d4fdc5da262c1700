// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncspan.h"
#include "models/analysis/sync/tracking/jobtracker.h"

#include <deque>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// Analyses the waits of all jobs of a cluster, span by span. Owned by one analysis; one thread at a time.
class SyncTracker
{
public:
    /// The next lane: lanes are numbered from 0 in the order in which they are added.
    void addLane(SyncLane lane);
    /// Assigns a lane to another job, or back to an earlier one.
    void moveLane(std::uint32_t lane, SyncLane to);
    /// New spans, in any order; their lanes must be known.
    void add(std::span<const SyncSpan> spans);

    /// Closes complete steps of jobs with new spans. @return jobs with closed steps
    [[nodiscard]] std::vector<std::uint32_t> closeWhole();
    /// Closes all steps.
    /// @return jobs with closed steps
    [[nodiscard]] std::vector<std::uint32_t> closeAll();

    [[nodiscard]] const std::map<std::uint32_t, JobTracker>& jobs() const { return m_jobs; }
    /// Jobs that have ended: all their lanes belong to other jobs, and they have been silent for a while.
    [[nodiscard]] std::vector<std::uint32_t> endedJobs() const;
    /// See JobTracker.
    [[nodiscard]] std::deque<StepTransfers> takeTransfers(std::uint32_t job) { return m_jobs.at(job).takeTransfers(); }
    /// Closes all steps of one job.
    void closeAll(std::uint32_t job) { m_jobs.at(job).closeAll(); }
    void forget(std::uint32_t job);

private:
    struct Place
    {
        JobTracker* job = nullptr;
        std::uint32_t lane = 0; ///< the job's own lane
    };

    [[nodiscard]] Place placeIn(SyncLane job, std::uint32_t lane);

    std::map<std::uint32_t, JobTracker> m_jobs;
    std::map<std::uint32_t, std::size_t> m_laneCounts; ///< by job: number of its current lanes
    std::set<std::uint32_t> m_abandoned; ///< jobs without lanes
    std::map<std::pair<std::uint32_t, std::uint32_t>, Place> m_former; ///< by job, and former lane
    std::int64_t m_newestNs = 0;
    std::vector<Place> m_places; ///< by lane
    std::vector<JobTracker*> m_touched; ///< since complete steps were last closed
};

} // namespace lockstep
