// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/whatifverdict.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace lockstep {

namespace {

/// Share of workers that M_W makes ideal.
constexpr double slowestShare = 0.03;

/// Minimum slowdown of a straggling job.
constexpr double stragglingSlowdown = 1.1;

/// M_W or M_S above this explains most of the loss.
constexpr double decisiveShare = 0.5;

} // namespace

WhatIfVerdict judgeWhatIf(const WhatIf& result)
{
    if (result.slowdown < stragglingSlowdown)
        return WhatIfVerdict::NoStraggler;
    // A single stage is not a last stage.
    const double lastStage = result.byStage.size() > 1 ? result.lastStageShare : 0;
    if (std::max(result.workerShare, lastStage) < decisiveShare)
        return WhatIfVerdict::Data;
    return result.workerShare >= lastStage ? WhatIfVerdict::OneWorker : WhatIfVerdict::LastStage;
}

/// Slowest first. The method breaks ties towards the lower rank of the job, which counts the ranks of one stage before
/// those of the next. Ties are common: all stages that are slower than a data-parallel rank have that rank's score.
void rankWorkers(WhatIf& result)
{
    for (const auto& [stage, ofStage] : result.byStage) {
        for (const auto& [dpRank, ofRank] : result.byDpRank)
            result.workers.push_back({dpRank, stage, std::min(ofRank, ofStage)});
    }
    std::ranges::stable_sort(result.workers, std::ranges::greater{}, &WhatIfWorker::slowdown);
}

std::size_t slowestWorkers(std::size_t workers)
{
    return static_cast<std::size_t>(std::ceil(slowestShare * static_cast<double>(workers)));
}

double shareOfLoss(const WhatIf& result, double secondsWithout)
{
    const auto loss = result.stepSeconds - result.idealStepSeconds;
    // Below a nanosecond per second the difference is rounding.
    if (std::abs(loss) <= 1e-9 * result.stepSeconds)
        return std::numeric_limits<double>::quiet_NaN();
    return (result.stepSeconds - secondsWithout) / loss;
}

} // namespace lockstep
