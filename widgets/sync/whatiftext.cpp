// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/whatiftext.h"

#include "models/core/units.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

QString secondsText(double seconds)
{
    return quantityText(seconds, Unit::Seconds);
}

double slowdownOf(const std::vector<std::pair<std::int32_t, double>>& parts, std::int32_t name)
{
    const auto found = std::ranges::find(parts, name, &std::pair<std::int32_t, double>::first);
    return found != parts.end() ? found->second : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

QString slowdownText(double slowdown)
{
    if (std::isnan(slowdown))
        return QStringLiteral("\u2013");
    return QString::number(std::abs(slowdown) < 0.005 ? 0.0 : slowdown, 'f', 2); // never "-0.00"
}

QString workerName(std::int32_t dpRank, std::int32_t stage)
{
    return tr("DP %1, stage %2").arg(dpRank).arg(stage);
}

QString verdictSentence(const WhatIf& result)
{
    QString cause;
    switch (result.verdict) {
    case WhatIfVerdict::NoStraggler:
        return tr("No straggler: steps take %1, at best they would take %2.")
            .arg(secondsText(result.stepSeconds), secondsText(result.idealStepSeconds));
    case WhatIfVerdict::OneWorker:
        cause = result.replacedWorkers == 1 && !result.workers.empty()
            ? tr("%1 slows this job").arg(workerName(result.workers.front().dpRank, result.workers.front().stage))
            : tr("%1 workers slow this job").arg(result.replacedWorkers);
        break;
    case WhatIfVerdict::LastStage:
        cause = tr("The last pipeline stage is too long");
        break;
    case WhatIfVerdict::Data:
        cause = tr("The work itself is uneven, as with sequences of different length");
        break;
    }
    return tr("%1: steps take %2 times as long as they could, %3 instead of %4.")
        .arg(cause, slowdownText(result.slowdown), secondsText(result.stepSeconds),
             secondsText(result.idealStepSeconds));
}

HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker)
{
    HoverText text;
    text.sentence = tr("%1 alone makes steps %2 times as long")
                        .arg(workerName(worker.dpRank, worker.stage), slowdownText(worker.slowdown));
    if (!std::isnan(worker.stepSecondsWithout))
        text.facts.push_back(
            {tr("Step without it"),
             tr("%1 (now %2)").arg(secondsText(worker.stepSecondsWithout), secondsText(result.stepSeconds))});
    text.facts.push_back({tr("Its data-parallel rank"), slowdownText(slowdownOf(result.byDpRank, worker.dpRank))});
    text.facts.push_back({tr("Its stage"), slowdownText(slowdownOf(result.byStage, worker.stage))});
    return text;
}

} // namespace lockstep
