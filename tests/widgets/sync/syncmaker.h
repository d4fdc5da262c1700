// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/tracking/jobtracker.h"

#include <algorithm>
#include <memory>

namespace lockstep {

/// A job with one lane per rank and steps of one second, in which the culprit keeps the others waiting.
inline std::shared_ptr<JobSync> madeJob(std::uint32_t ranks, std::uint32_t steps, std::uint32_t culprit)
{
    auto job = std::make_shared<JobSync>();
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        job->lanes.push_back(rank);
        job->ranks.push_back(rank);
    }
    for (std::uint32_t number = 1; number <= steps; ++number) {
        auto step = std::make_shared<SyncStep>();
        step->step = number;
        step->range = {TimePoint(std::chrono::seconds(number)), TimePoint(std::chrono::seconds(number + 1))};
        step->blame.assign(ranks, 0.0F);
        step->wait.assign(ranks, 0.25F);
        step->slowdown.assign(ranks, 1.0F);
        step->blame[culprit] = 0.25F * static_cast<float>(ranks - 1);
        step->wait[culprit] = 0;
        step->slowdown[culprit] = 1.5F;
        step->waitGpuSeconds = static_cast<double>(step->blame[culprit]);
        job->steps.push_back(step);
    }
    CulpritRow row;
    row.culprit = {CulpritKind::Lane, culprit};
    row.gpuSeconds = 0.25 * (ranks - 1) * steps;
    row.share = 0.2;
    row.lastStepGpuSeconds = 0.25 * (ranks - 1);
    row.pattern = StragglerPattern::Systemic;
    row.evidence = "8 of 8 steps";
    job->culprits.push_back(row);
    job->name = "job";
    job->judgedSteps = std::min<std::size_t>(steps, JobTracker::judgedSteps);
    job->waitGpuSeconds = 0.25 * (ranks - 1) * static_cast<double>(job->judgedSteps);
    job->gpuSeconds = 1.0 * ranks * static_cast<double>(job->judgedSteps);
    job->verdict.kind = VerdictKind::Ranks;
    job->verdict.lanes = {culprit};
    job->verdict.share = row.share;
    job->verdict.slowdown = 1.5;
    job->verdict.steps = job->judgedSteps;
    return job;
}

/// The same job with curves of the given number of points, with ten steps each. The culprit slows down by 2 % per 1,000
/// steps; the others stay between -1 % and +1 %.
inline std::shared_ptr<JobSync> madeDrift(std::uint32_t ranks, std::uint32_t points, std::uint32_t culprit)
{
    auto job = madeJob(ranks, 8, culprit);
    for (std::uint32_t at = 0; at < points; ++at) {
        auto point = std::make_shared<DriftPoint>();
        point->firstStep = at * 10;
        point->lastStep = at * 10 + 9;
        point->steps = 10;
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            point->slowdown.push_back(0.99F + 0.02F * static_cast<float>(rank) / static_cast<float>(ranks - 1));
        point->slowdown[culprit] = 1 + 0.02F * static_cast<float>(at) / 100;
        job->driftCurve.push_back(point);
    }
    job->drifts.resize(ranks);
    const double steps = points * 10.0;
    for (DriftEstimate& drift : job->drifts)
        drift = {.perThousandSteps = 0.0001, .steps = steps, .sigma = 0.4, .error = 0.0003, .now = 1.0};
    job->drifts[culprit]
        = {.perThousandSteps = 0.02, .steps = steps, .sigma = 30, .error = 0.0007, .now = 1 + 0.02 * steps / 1000};
    return job;
}

/// A snapshot of one job.
inline std::shared_ptr<SyncSnapshot> madeSnapshot(std::shared_ptr<const JobSync> job)
{
    auto snapshot = std::make_shared<SyncSnapshot>();
    for (std::uint32_t lane = 0; lane < job->lanes.size(); ++lane)
        snapshot->places.push_back({0, lane});
    snapshot->jobs.push_back(std::move(job));
    return snapshot;
}

} // namespace lockstep
