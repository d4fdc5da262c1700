// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/drifttext.h"

#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/units.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double beyondDoubt = 6; ///< standard errors
constexpr double likely = 3;
constexpr double minJump = 0.005; ///< minimum relative slowdown

/// A sudden slowdown so clear that no fitted line is needed.
bool isJumpUp(const DriftEstimate& drift)
{
    return drift.isJump && drift.sigma >= beyondDoubt && drift.now - 1 >= minJump;
}
} // namespace

std::vector<std::uint32_t> driftingLanes(const JobSync& job)
{
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t lane = 0; lane < job.drifts.size(); ++lane) {
        if (isDrift(job.drifts[lane]) || isJumpUp(job.drifts[lane]))
            lanes.push_back(lane);
    }
    std::ranges::stable_sort(lanes, [&](std::uint32_t a, std::uint32_t b) {
        const DriftEstimate& left = job.drifts[a];
        const DriftEstimate& right = job.drifts[b];
        return left.isJump != right.isJump ? right.isJump : left.perThousandSteps > right.perThousandSteps;
    });
    return lanes;
}

QString slowerText(double slowdown)
{
    return signedText(slowdown - 1, Unit::Ratio);
}

QString slopeText(const DriftEstimate& drift)
{
    return drift.isJump ? tr("%1 abruptly").arg(slowerText(drift.now))
                        : tr("%1 per 1 000 steps").arg(signedText(drift.perThousandSteps, Unit::Ratio));
}

QString confidenceText(const DriftEstimate& drift)
{
    const double sigma = std::abs(drift.sigma);
    const QString sure = sigma >= beyondDoubt ? tr("certain")
        : sigma >= likely                     ? tr("likely")
                                              : tr("possibly due to chance");
    return tr("± %1 over %2 steps, %3").arg(quantityText(drift.error, Unit::Ratio), countText(drift.steps), sure);
}

QString driftSentence(const JobSync& job, const QString& steepest)
{
    const bool hasCurve = std::ranges::any_of(job.driftCurve, [](const auto& point) {
        return std::ranges::any_of(point->slowdown, [](float value) { return !std::isnan(value); });
    });
    if (!hasCurve)
        return tr("No compute spans, so drift cannot be determined.");
    const auto lanes = driftingLanes(job);
    if (lanes.empty()) {
        double steps = 0;
        for (const DriftEstimate& each : job.drifts)
            steps = std::max(steps, each.steps);
        return steps > 0
            ? tr("No drift: no rank slowed down relative to its peers over the last %1 steps.").arg(countText(steps))
            : tr("Too few steps to detect drift; about 200 are needed.");
    }
    const DriftEstimate& drift = job.drifts[lanes.front()];
    QString sentence = drift.isJump
        ? tr("%1 slowed down abruptly: %2 relative to its peers.").arg(steepest, slowerText(drift.now))
        : tr("%1 is slowing down: %2 (%3).").arg(steepest, slopeText(drift), confidenceText(drift));
    if (lanes.size() > 1)
        sentence += QLatin1Char(' ')
            + (lanes.size() == 2
                   ? tr("1 more rank is slowing down.")
                   : tr("%1 more ranks are slowing down.").arg(countText(static_cast<double>(lanes.size() - 1))));
    return sentence;
}

} // namespace lockstep
