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

QString lossText(const WhatIf& result)
{
    const auto share = [](double part) {
        return std::isnan(part) ? tr("none") : quantityText(std::clamp(part, 0.0, 1.0), Unit::Ratio);
    };
    QString text = tr("Steps take %1 times as long as ideal steps.").arg(slowdownText(result.slowdown));
    const QString workers = tr("the %n slowest of %1 workers", nullptr, static_cast<int>(result.replacedWorkers))
                                .arg(result.workers.size());
    text += tr(" %1 of the loss is due to %2").arg(share(result.workerShare), workers);
    if (result.byStage.size() > 1)
        text += tr(", %1 to the last pipeline stage").arg(share(result.lastStageShare));
    return text + QLatin1Char('.');
}

HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker)
{
    HoverText text;
    const QString name = workerName(worker.dpRank, worker.stage);
    text.sentence = std::isnan(worker.pace)
        ? tr("If only %1 were slow, steps would take %2 times as long as ideal steps")
              .arg(name, slowdownText(worker.slowdown))
        : tr("The slowest rank of %1 takes %2 times as long as the median rank").arg(name, slowdownText(worker.pace));
    if (!std::isnan(worker.stepSecondsWithout))
        text.facts.push_back(
            {tr("Step time without this worker"),
             tr("%1 (with it: %2)").arg(secondsText(worker.stepSecondsWithout), secondsText(worker.stepSecondsWith))});
    text.facts.push_back({tr("Step time relative to the ideal, if only this data-parallel rank is slow"),
                          slowdownText(slowdownOf(result.byDpRank, worker.dpRank))});
    text.facts.push_back({tr("Step time relative to the ideal, if only this stage is slow"),
                          slowdownText(slowdownOf(result.byStage, worker.stage))});
    return text;
}

} // namespace lockstep
