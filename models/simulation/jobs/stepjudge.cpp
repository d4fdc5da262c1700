// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/stepjudge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lockstep::sim {

namespace {

constexpr double minExcessShare = 0.01;

float medianOf(std::span<const float> values)
{
    std::vector<float> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return *middle;
}

struct Suspect
{
    StepCause cause = StepCause::None;
    double excess = 0;
    std::uint32_t rank = 0;
};

void consider(Suspect& worst, StepCause cause, double excess, std::ptrdiff_t rank)
{
    if (excess > worst.excess)
        worst = {cause, excess, static_cast<std::uint32_t>(rank)};
}

/// Who keeps a step from ending: the rank that died, or the one whose NIC is down, so that neither edge of its ring
/// moves.
std::uint32_t hungRank(const PlannedStep& step, const RankGrid& grid)
{
    if (step.deadRank < grid.count())
        return step.deadRank;
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank) {
        if (step.ringGBps[rank] <= 0 && step.ringGBps[grid.ringPrevious(rank)] <= 0)
            return rank;
    }
    return 0;
}

} // namespace

StepTruth judgeStep(const PlannedStep& step, const RankGrid& grid, const StepWork& work, std::uint32_t job,
                    std::span<const std::uint32_t> nodes, std::uint32_t gpusPerNode)
{
    StepTruth truth{job, step.step, step.base};
    // From when the last rank was free of the step before, which may have ended unevenly.
    truth.seconds = *std::ranges::max_element(step.plan.ends()) - *std::ranges::max_element(step.starts);

    Suspect worst;
    const auto slowest = std::ranges::min_element(step.computeSpeed);
    const double lateness = work.computeSeconds * (1 / std::max(*slowest, 1e-3F) - 1 / medianOf(step.computeSpeed));
    consider(worst, StepCause::SlowRank, lateness, slowest - step.computeSpeed.begin());

    std::vector<float> computeSeconds(grid.count());
    for (std::uint32_t rank = 0; rank < grid.count(); ++rank)
        computeSeconds[rank] = step.plan.computeSeconds(rank);
    const auto longest = std::ranges::max_element(computeSeconds);
    if (std::isfinite(*longest)) // beyond what clocks and ordinary noise explain, something held this rank up
        consider(worst, StepCause::Hiccup, *longest - medianOf(computeSeconds) - lateness - 0.1,
                 longest - computeSeconds.begin());
    if (grid.data > 1) {
        const auto narrowest = std::ranges::min_element(step.ringGBps);
        const double bytes = (work.gradientBytes + work.parameterBytes) / 1e9;
        const double excess = *narrowest > 0 ? bytes * (1 / *narrowest - 1 / medianOf(step.ringGBps)) : truth.seconds;
        consider(worst, StepCause::SlowLink, excess, narrowest - step.ringGBps.begin());
    }
    const auto stalled = std::ranges::max_element(step.stallSeconds);
    consider(worst, StepCause::StalledLink, 2 * *stalled, stalled - step.stallSeconds.begin());

    if (step.writesCheckpoint) {
        const double bytes = work.checkpointBytes * grid.count() / 1e9;
        consider(worst, StepCause::Storage, bytes * (1 / step.storageGBps - 1 / step.fullStorageGBps), 0);
    }
    if (!std::isfinite(truth.seconds)) {
        truth.seconds = std::numeric_limits<double>::infinity(); // also where a start was already infinite
        worst = {StepCause::Hang, 0, hungRank(step, grid)};
    }
    if (truth.cause == StepCause::None
        && (worst.cause == StepCause::Hang || worst.excess > minExcessShare * truth.seconds)) {
        truth.cause = worst.cause;
        truth.culpritRank = worst.rank;
        truth.culpritNode = nodes[worst.rank / gpusPerNode];
        truth.culpritGpu = worst.rank % gpusPerNode;
    }
    truth.idealSeconds = std::isfinite(truth.seconds) ? truth.seconds - worst.excess : work.computeSeconds;
    return truth;
}

} // namespace lockstep::sim
