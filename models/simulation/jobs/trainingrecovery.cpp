// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a job when a rank dies or a link is gone: hang, time-out, restart.
#include "models/simulation/jobs/stepjudge.h"
#include "models/simulation/jobs/trainingjob.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::sim {

namespace {
constexpr double pendingAfterSeconds = 1; // a watchdog's patience before it says that a collective is stuck
constexpr std::size_t stepsRemembered = 4096;
} // namespace

void TrainingJob::noteHang(double from, double to)
{
    const PlannedStep& step = m_planned.back();
    const auto now = static_cast<float>(to - step.base);
    const bool moves = std::ranges::any_of(step.plan.ends(), [](float end) { return std::isfinite(end); });
    if (moves) {
        m_hungSince.reset();
        return;
    }
    if (!m_hungSince && now > 0) {
        // Stuck from when the last rank that could still do something arrived where it now waits.
        float last = 0;
        for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
            const std::size_t phase = step.cursor[rank];
            const float since = phase < stepPhases.size() ? step.plan.start(phase, rank) : 0;
            if (rank == step.deadRank || !std::isfinite(since))
                continue;
            if (phase < stepPhases.size() && std::isfinite(step.plan.end(phase, rank)))
                return; // this one still gets on
            last = std::max(last, since);
        }
        if (last <= now)
            m_hungSince = step.base + last;
    }
    if (m_hungSince && *m_hungSince + pendingAfterSeconds >= from && *m_hungSince + pendingAfterSeconds < to) {
        for (const PlannedStep& waiting : m_planned)
            m_spans->writePending(waiting, *m_hungSince + pendingAfterSeconds, false);
    }
}

// A ring that could not move for want of a NIC goes on when the NIC is back: the step is laid out again from then.
void TrainingJob::resumeStalled(double now)
{
    PlannedStep& step = m_planned.back();
    if (std::ranges::find(step.ringGBps, 0.0F) == step.ringGBps.end())
        return;
    const std::vector<float> before = step.ringGBps;
    m_surroundings.fabric.bandwidths(m_ringFlows, m_surroundings.gpus.model().nvlinkGBps, step.ringGBps);
    bool hasChanged = false;
    for (std::size_t rank = 0; rank < before.size(); ++rank) {
        const bool isBack = before[rank] <= 0 && step.ringGBps[rank] > 0;
        if (isBack)
            step.stallSeconds[rank] = std::max(step.stallSeconds[rank], static_cast<float>(now - step.base));
        else
            step.ringGBps[rank] = before[rank];
        hasChanged |= isBack;
    }
    if (hasChanged)
        remake(step);
}

void TrainingJob::remake(PlannedStep& step)
{
    step.plan.make(m_grid, m_work, step.conditions(m_surroundings.gpus.model().nvlinkGBps), step.starts,
                   m_random.fork(step.serial));
    judge(step);
}

void TrainingJob::judge(const PlannedStep& step)
{
    StepTruth verdict = judgeStep(step, m_grid, m_work, m_index, m_nodes, m_surroundings.gpusPerNode);
    auto& steps = m_surroundings.truth.steps;
    const auto known = std::ranges::find_if(steps, [&](const StepTruth& other) {
        return other.job == verdict.job && other.startSeconds == verdict.startSeconds;
    });
    if (known != steps.end())
        *known = verdict;
    else
        steps.push_back(verdict);
    if (steps.size() > stepsRemembered)
        steps.pop_front();
}

std::uint32_t TrainingJob::deadRank() const
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        if (m_surroundings.gpus.isAlive[gpuOf(rank)] == 0)
            return rank;
    }
    return std::numeric_limits<std::uint32_t>::max();
}

void TrainingJob::killGpu(std::uint32_t gpu, double at)
{
    for (std::uint32_t rank = 0; rank < m_grid.count(); ++rank) {
        if (gpuOf(rank) != gpu)
            continue;
        for (PlannedStep& step : m_planned) {
            if (step.deadRank < m_grid.count())
                continue; // one death is enough to stop it
            step.deadRank = rank;
            step.deadAt = static_cast<float>(at - step.base);
            remake(step);
        }
    }
}

double TrainingJob::abort(double at, double restartSeconds)
{
    const double lost = m_state == State::Running ? at - std::max(m_checkpointAt, m_spec.startSeconds) : 0;
    for (const PlannedStep& waiting : m_planned)
        m_spans->writePending(waiting, at, true);
    while (!m_planned.empty()) {
        m_spare.push_back(std::move(m_planned.front()));
        m_planned.pop_front();
    }
    m_hungSince.reset();
    m_state = State::Restarting;
    m_restartBegan = at;
    m_resumeAt = at + restartSeconds;
    m_step = m_checkpointStep;
    m_checkpointAt = m_resumeAt;
    return lost;
}

void TrainingJob::replaceNode(std::uint32_t old, std::uint32_t replacement)
{
    std::ranges::replace(m_nodes, old, replacement);
    connect();
}

} // namespace lockstep::sim
