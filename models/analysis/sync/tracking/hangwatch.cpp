// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/hangwatch.h"

#include <algorithm>

namespace lockstep {

void HangWatch::leave(Lane& lane)
{
    if (lane.waitsOn == SyncSpan::none)
        return;
    lane.waitsOn = SyncSpan::none;
    --m_waiting;
}

void HangWatch::getOn(Lane& lane, std::int64_t endNs)
{
    lane.lastEndNs = std::max(lane.lastEndNs, endNs);
    lane.hasReported = true;
    if (endNs > lane.processNs)
        lane.process = RankMarker::None;
    // An activity that ended before the wait began does not end the wait.
    if (endNs > lane.waitsSinceNs)
        leave(lane);
}

/// Limited by the number of names, because a lane may invent communicators.
void HangWatch::join(Lane& lane, std::uint32_t communicator)
{
    const auto place = std::ranges::lower_bound(lane.communicators, communicator);
    if (place == lane.communicators.end() || *place != communicator)
        lane.communicators.insert(place, communicator);
}

void HangWatch::add(const SyncSpan& span)
{
    Lane& lane = m_lanes[span.lane];
    if (span.communicator != SyncSpan::none)
        join(lane, span.communicator);
    if (span.kind != SpanKind::Marker)
        return getOn(lane, span.endNs);
    if (span.communicator == SyncSpan::none)
        handleMarker(lane, span);
    else if (span.endNs >= lane.lastEndNs)
        wait(lane, span);
}

void HangWatch::handleMarker(Lane& lane, const SyncSpan& marker)
{
    switch (marker.rankMarker) {
    case RankMarker::Active:
        lane.goesOnUntilNs = std::max(lane.goesOnUntilNs, marker.endNs + goesOnForNs);
        lane.hasReported = true;
        break;
    case RankMarker::ProcessStopped: // a stopped process does not wait
        leave(lane);
        [[fallthrough]];
    case RankMarker::ProcessIdle:
        lane.process = marker.rankMarker;
        lane.processNs = marker.endNs;
        lane.hasReported = true;
        break;
    case RankMarker::ProcessResumed:
        lane.process = RankMarker::None;
        break;
    case RankMarker::None:
    case RankMarker::WaitsNormally:
    case RankMarker::WaitsLong:
        break;
    }
}

void HangWatch::wait(Lane& lane, const SyncSpan& marker)
{
    const bool isNew = lane.waitsOn != marker.communicator || lane.sequence != marker.sequence;
    m_waiting += lane.waitsOn == SyncSpan::none ? 1 : 0;
    lane.waitsOn = marker.communicator;
    lane.sequence = marker.sequence;
    lane.waitsSinceNs = isNew ? marker.endNs : lane.waitsSinceNs;
    lane.lastReportNs = marker.endNs;
    lane.wait = marker.rankMarker;
    lane.process = RankMarker::None;
}

std::unordered_map<std::uint32_t, HangWatch::Waiting> HangWatch::waits() const
{
    std::unordered_map<std::uint32_t, Waiting> waits;
    for (std::uint32_t at = 0; m_waiting > 0 && at < m_lanes.size(); ++at) {
        const Lane& lane = m_lanes[at];
        if (lane.waitsOn == SyncSpan::none)
            continue;
        Waiting& waiting = waits[lane.waitsOn];
        // If a communicator has several pending collectives, the first one blocks the others.
        if (waiting.count == 0 || lane.sequence < waiting.sequence)
            waiting = {lane.sequence,        0,  waiting.all,       lane.waitsSinceNs, lane.waitsSinceNs,
                       waiting.lastReportNs, at, waiting.isOverdue, waiting.isTooLong};
        ++waiting.all;
        waiting.count += lane.sequence == waiting.sequence ? 1 : 0;
        waiting.sinceNs = std::min(waiting.sinceNs, lane.waitsSinceNs);
        waiting.untilNs = std::max(waiting.untilNs, lane.waitsSinceNs);
        waiting.lastReportNs = std::max(waiting.lastReportNs, lane.lastReportNs);
        waiting.isOverdue |= lane.wait != RankMarker::WaitsNormally;
        waiting.isTooLong |= lane.wait != RankMarker::WaitsNormally && lane.wait != RankMarker::WaitsLong;
    }
    return waits;
}

std::vector<StuckCollective> HangWatch::stuck() const
{
    const auto waits = this->waits();
    if (waits.empty())
        return {};
    std::unordered_map<std::uint32_t, std::uint32_t> members;
    for (const Lane& lane : m_lanes) {
        for (const std::uint32_t communicator : lane.communicators)
            ++members[communicator];
    }
    std::vector<StuckCollective> stuck;
    for (const auto& [communicator, waiting] : waits) {
        if (waiting.isOverdue && waiting.all > 1 && waiting.all == members[communicator])
            stuck.push_back({communicator, waiting.sequence, waiting.all, waiting.lane, waiting.untilNs,
                             waiting.isTooLong || waiting.lastReportNs - waiting.untilNs >= queuedForNs});
    }
    std::ranges::sort(stuck, {}, &StuckCollective::communicator);
    return stuck;
}

bool HangWatch::isMissing(const Lane& lane, const Waiting& waiting)
{
    const bool mayComeByItself = lane.process != RankMarker::ProcessStopped;
    if (mayComeByItself && (!waiting.isOverdue || lane.goesOnUntilNs > waiting.lastReportNs))
        return false;
    return lane.lastEndNs < waiting.sinceNs || waiting.lastReportNs - lane.lastEndNs >= silenceNs;
}

std::vector<MissingRank> HangWatch::missing() const
{
    std::vector<MissingRank> missing;
    const auto waits = this->waits();
    if (waits.empty())
        return missing;
    for (std::uint32_t at = 0; at < m_lanes.size(); ++at) {
        const Lane& lane = m_lanes[at];
        if (lane.waitsOn != SyncSpan::none || !lane.hasReported)
            continue;
        MissingRank max;
        for (const std::uint32_t communicator : lane.communicators) {
            const auto found = waits.find(communicator);
            if (found == waits.end() || found->second.count <= max.waiting || !isMissing(lane, found->second))
                continue;
            max = {at,
                   communicator,
                   found->second.sequence,
                   found->second.count,
                   lane.lastEndNs,
                   lane.process,
                   found->second.isTooLong || lane.process != RankMarker::None};
        }
        if (max.waiting > 0)
            missing.push_back(max);
    }
    return missing;
}

} // namespace lockstep
