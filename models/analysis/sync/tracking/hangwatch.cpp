// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/hangwatch.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep {

void HangWatch::getOn(Lane& lane, std::int64_t endNs)
{
    lane.lastEndNs = std::max(lane.lastEndNs, endNs);
    lane.hasSpoken = true;
    // What ended before it began to wait says nothing of that wait.
    if (lane.waitsOn != SyncSpan::none && endNs > lane.waitsSinceNs) {
        lane.waitsOn = SyncSpan::none;
        --m_waiting;
    }
}

/// A lane that invents communicators may have all that there are names for.
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
    if (span.waitWord == WaitWord::GoesOn) {
        lane.goesOnUntilNs = std::max(lane.goesOnUntilNs, span.endNs + goesOnForNs);
        lane.hasSpoken = true;
        return;
    }
    if (span.communicator == SyncSpan::none || span.endNs < lane.lastEndNs)
        return;
    const bool isNew = lane.waitsOn != span.communicator || lane.sequence != span.sequence;
    m_waiting += lane.waitsOn == SyncSpan::none ? 1 : 0;
    lane.waitsOn = span.communicator;
    lane.sequence = span.sequence;
    lane.waitsSinceNs = isNew ? span.endNs : lane.waitsSinceNs;
    lane.saidNs = span.endNs;
    lane.isUsual = span.waitWord == WaitWord::Usual;
}

std::unordered_map<std::uint32_t, HangWatch::Waiting> HangWatch::waits() const
{
    std::unordered_map<std::uint32_t, Waiting> waits;
    for (std::uint32_t at = 0; m_waiting > 0 && at < m_lanes.size(); ++at) {
        const Lane& lane = m_lanes[at];
        if (lane.waitsOn == SyncSpan::none)
            continue;
        Waiting& waiting = waits[lane.waitsOn];
        // Of several collectives on one communicator the first is what holds up the others.
        if (waiting.count == 0 || lane.sequence < waiting.sequence)
            waiting = {lane.sequence,  0,  waiting.all,      lane.waitsSinceNs, lane.waitsSinceNs,
                       waiting.saidNs, at, waiting.isOverdue};
        ++waiting.all;
        waiting.count += lane.sequence == waiting.sequence ? 1 : 0;
        waiting.sinceNs = std::min(waiting.sinceNs, lane.waitsSinceNs);
        waiting.untilNs = std::max(waiting.untilNs, lane.waitsSinceNs);
        waiting.saidNs = std::max(waiting.saidNs, lane.saidNs);
        waiting.isOverdue |= !lane.isUsual;
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
            stuck.push_back({communicator, waiting.sequence, waiting.all, waiting.lane, waiting.untilNs});
    }
    std::ranges::sort(stuck, {}, &StuckCollective::communicator);
    return stuck;
}

bool HangWatch::isMissing(const Lane& lane, const Waiting& waiting)
{
    if (!waiting.isOverdue || lane.goesOnUntilNs > waiting.saidNs)
        return false;
    return lane.lastEndNs < waiting.sinceNs || waiting.saidNs - lane.lastEndNs >= silenceNs;
}

std::vector<MissingRank> HangWatch::missing() const
{
    std::vector<MissingRank> missing;
    const auto waits = this->waits();
    if (waits.empty())
        return missing;
    for (std::uint32_t at = 0; at < m_lanes.size(); ++at) {
        const Lane& lane = m_lanes[at];
        if (lane.waitsOn != SyncSpan::none || !lane.hasSpoken)
            continue;
        MissingRank most;
        for (const std::uint32_t communicator : lane.communicators) {
            const auto found = waits.find(communicator);
            if (found == waits.end() || found->second.count <= most.waiting || !isMissing(lane, found->second))
                continue;
            most = {at, communicator, found->second.sequence, found->second.count, lane.lastEndNs};
        }
        if (most.waiting > 0)
            missing.push_back(most);
    }
    return missing;
}

} // namespace lockstep
