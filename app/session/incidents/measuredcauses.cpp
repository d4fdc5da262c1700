// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/measuredcauses.h"

#include "models/analysis/sync/live/verdicttext.h"
#include "models/store/clusterstore.h"

#include <algorithm>

namespace lockstep {

namespace {

TimeRange judgedRange(const JobSync& job)
{
    const std::size_t count = std::min(job.judgedSteps, job.steps.size());
    if (count == 0)
        return {};
    return {job.steps[job.steps.size() - count]->range.from, job.steps.back()->range.to};
}

} // namespace

std::string measuredCauses(const SyncSnapshot& sync, const ClusterStore& store, TimeRange range)
{
    QStringList causes;
    for (const auto& job : sync.worstFirst()) {
        const bool isHeldUp = job->verdict.weight() > 0 && job->verdict.kind != VerdictKind::CannotJudge;
        if (!isHeldUp || !judgedRange(*job).overlaps(range))
            continue;
        const QString evidence = verdictEvidence(*job);
        causes << (evidence.isEmpty() ? verdictText(*job, store)
                                      : verdictText(*job, store) + QLatin1Char(' ') + evidence);
    }
    return causes.join(QStringLiteral("\n\n")).toStdString();
}

} // namespace lockstep
