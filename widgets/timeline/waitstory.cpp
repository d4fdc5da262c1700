// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/waitstory.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/view/cursorvalues.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

namespace lockstep {

namespace {

/// Parts of a collective overlap in time up to this clock error.
constexpr std::int64_t reachNs = 2'000'000'000;
constexpr float clearSlowdown = 1.03F;

QString laneName(const ClusterStore& store, const SpanLane& lane)
{
    const std::string& name = store.spans().names().name(lane.name);
    if (!name.empty())
        return toQString(name);
    return store.topology()->contains(lane.entity) ? toQString(store.topology()->name(lane.entity))
                                                   : lockstep::tr("a lane");
}

/// "all_reduce #4211 of dp2"
QString placeOf(const ClusterStore& store, const StoredSpan& span)
{
    const NameTable& names = store.spans().names();
    const QString op = span.op != 0 ? toQString(names.name(NameId{span.op})) : lockstep::tr("a collective");
    return QStringLiteral("%1 #%2 of %3")
        .arg(op)
        .arg(span.sequence)
        .arg(toQString(names.name(NameId{span.communicator})));
}

QString rootText(const ClusterStore& store, const JobSync& job, const WaitVerdict& verdict, TimePoint time)
{
    const auto& lanes = store.spans().lanes();
    switch (verdict.root.kind) {
    case CulpritKind::Communicator:
        return lockstep::tr("the links of %1 were slow")
            .arg(toQString(store.spans().names().name(NameId{verdict.root.index})));
    case CulpritKind::Storage:
        return lockstep::tr("checkpoints ended at different times");
    case CulpritKind::Lane:
        break;
    }
    const std::uint32_t rootLane = job.lanes[verdict.root.index];
    const std::uint32_t lastLane = job.lanes[verdict.last];
    if (rootLane >= lanes.size() || lastLane >= lanes.size())
        return {};
    const SpanLane& root = lanes[rootLane];
    const SpanLane& last = lanes[lastLane];
    const QString reason = reasonOfLateness(store, root.entity, time);
    if (&root == &last)
        return reason.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(laneName(store, root), reason);
    const QString waited = lockstep::tr("%1 itself waited for %2").arg(laneName(store, last), laneName(store, root));
    return reason.isEmpty() ? waited : QStringLiteral("%1: %2").arg(waited, reason);
}

/// The lane that arrived last, which has the shortest span of the collective. Only for jobs small enough to search.
std::optional<std::size_t> searchLast(const ClusterStore& store, const JobSync& job, const StoredSpan& span)
{
    constexpr std::size_t maxLanes = 4096;
    if (job.lanes.size() > maxLanes)
        return std::nullopt;
    std::optional<std::size_t> last;
    std::int64_t shortest = span.durationNs;
    for (const std::uint32_t lane : job.lanes) {
        if (lane >= store.spans().lanes().size())
            continue;
        const auto part = findPart(store, lane, span);
        if (part && part->durationNs < shortest) {
            shortest = part->durationNs;
            last = lane;
        }
    }
    return last;
}

} // namespace

std::optional<StoredSpan> findPart(const ClusterStore& store, std::size_t lane, const StoredSpan& of)
{
    const std::int64_t from = of.startNs - reachNs;
    const std::int64_t to = of.endNs() + reachNs;
    const LaneSpans candidates
        = store.laneSpans(lane, {TimePoint(Duration(from)), TimePoint(Duration(to))}).overlapping(from, to);
    for (std::size_t at = 0; at < candidates.size(); ++at) {
        const StoredSpan span = candidates[at];
        if (span.communicator == of.communicator && span.sequence == of.sequence && span.kind == of.kind)
            return span;
    }
    return std::nullopt;
}

QString reasonOfLateness(const ClusterStore& store, EntityRef gpu, TimePoint time)
{
    const auto value = [&](const char* metric) {
        return valueAt(store, store.metrics().find(metric), gpu, tickAt(store, time));
    };
    const RankCause cause = causeOfThrottling(value(metrics::gpu::throttleReasons));
    if (cause != RankCause::Unknown)
        return causeText(cause);
    if (value(metrics::gpu::throttled) > 0.01F)
        return causeText(RankCause::Throttled);
    const float slowdown = value(metrics::gpu::syncSlowdown);
    if (slowdown > clearSlowdown)
        return lockstep::tr("its compute time was %1 longer than its peers'")
            .arg(quantityText(static_cast<double>(slowdown - 1), Unit::Ratio));
    return {};
}

std::optional<WaitStory> waitStory(const ClusterStore& store, const SyncResults* syncResults, std::size_t lane,
                                   const StoredSpan& span)
{
    const bool isShared = span.spanKind() == SpanKind::Collective || span.spanKind() == SpanKind::Wait;
    if (syncResults == nullptr || span.communicator == 0 || !isShared)
        return std::nullopt;
    const auto place = syncResults->snapshotOfView()->placeOf(static_cast<std::uint32_t>(lane));
    if (place.job == nullptr)
        return std::nullopt;
    const auto& lanes = store.spans().lanes();
    WaitStory story;
    story.waiter = lane;
    story.waitsFrom = TimePoint(Duration(span.startNs));
    story.lastArrived = TimePoint(Duration(span.endNs()));
    const WaitVerdict* verdict = place.job->verdictOn(span.communicator, span.sequence, place.lane);
    story.isReceive = verdict != nullptr && verdict->lane != WaitVerdict::allLanes;
    if (verdict != nullptr && verdict->last < place.job->lanes.size())
        story.last = place.job->lanes[verdict->last];
    else
        story.last = searchLast(store, *place.job, span);
    if (!story.last || *story.last >= lanes.size())
        return std::nullopt;
    const auto part = story.isReceive ? std::nullopt : findPart(store, *story.last, span);
    story.waited = Duration(span.durationNs - (part ? std::int64_t{part->durationNs} : 0));
    if (part)
        story.lastArrived = TimePoint(Duration(part->startNs));
    const QString who = laneName(store, lanes[lane]);
    if (*story.last == lane) {
        story.sentence = lockstep::tr("%1 arrived last at %2; the others waited for it").arg(who, placeOf(store, span));
    } else {
        story.sentence = lockstep::tr("%1 waited %2 for %3 in %4")
                             .arg(who, toQString(formatDuration(story.waited)), laneName(store, lanes[*story.last]),
                                  placeOf(store, span));
    }
    if (verdict != nullptr) {
        if (const QString root = rootText(store, *place.job, *verdict, story.lastArrived); !root.isEmpty())
            story.sentence += QStringLiteral("; ") + root;
    }
    return story;
}

} // namespace lockstep
