// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/jobshown.h"

#include "models/store/clusterstore.h"
#include "models/view/time/timeaxis.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

const SpanLane* storedLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const auto& lanes = store.spans().lanes();
    return lane < job.lanes.size() && job.lanes[lane] < lanes.size() ? &lanes[job.lanes[lane]] : nullptr;
}

} // namespace

std::shared_ptr<const JobSync> jobToShow(const SyncSnapshot& sync, std::optional<std::uint32_t> chosen)
{
    std::shared_ptr<const JobSync> shown;
    for (const auto& job : sync.jobs) {
        const bool isLarger = !shown || (shown->job != chosen && job->ranks.size() > shown->ranks.size());
        if (!job->steps.empty() && (isLarger || job->job == chosen))
            shown = job;
    }
    return shown;
}

QString momentText(const SyncResults& syncResults)
{
    const std::optional<TimePoint> upTo = syncResults.snapshot()->upTo;
    if (!upTo)
        return {};
    // The range ends after the tick shown, which is named by its start.
    const QString moment
        = toQString(formatTime(*upTo - Duration(1), std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
    return syncResults.isComputing()
        ? QCoreApplication::translate("lockstep::JobShown", " up to %1, computing…").arg(moment)
        : QCoreApplication::translate("lockstep::JobShown", " up to %1").arg(moment);
}

EntityRef entityOfLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const SpanLane* stored = storedLane(store, job, lane);
    return stored != nullptr ? stored->entity : EntityRef{};
}

QString nameOfLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const SpanLane* stored = storedLane(store, job, lane);
    const QString own = stored != nullptr ? toQString(store.spans().names().name(stored->name)) : QString();
    if (!own.isEmpty() || lane >= job.ranks.size())
        return own;
    return QCoreApplication::translate("lockstep::JobShown", "rank %1").arg(job.ranks[lane]);
}

} // namespace lockstep
