// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/collectivetracker.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t maxPending = 4; ///< incomplete collectives per communicator
constexpr double minSeconds = 5; ///< of observation before traffic is reported
constexpr double nsPerSecond = 1e9;

double kept(std::int64_t fromNs, std::int64_t toNs)
{
    return std::exp(static_cast<double>(std::min<std::int64_t>(fromNs - toNs, 0)) / nsPerSecond
                    / CommunicatorBandwidth::trafficSeconds);
}

void addTraffic(CommunicatorBandwidth& result, const CollectivePart& part, std::uint32_t ranks)
{
    const double bytes = busBandwidthFactor(part.kind, ranks) * static_cast<double>(part.bytes);
    if (bytes <= 0)
        return;
    result.firstEndNs = result.firstEndNs == 0 ? part.endNs : std::min(result.firstEndNs, part.endNs);
    if (part.endNs >= result.lastEndNs) {
        result.passedBytes = result.passedBytes * kept(result.lastEndNs, part.endNs) + bytes;
        result.lastEndNs = part.endNs;
    } else {
        result.passedBytes += bytes * kept(part.endNs, result.lastEndNs);
    }
}

} // namespace

double CommunicatorBandwidth::traffic(std::int64_t nowNs) const
{
    const double seconds = static_cast<double>(nowNs - firstEndNs) / nsPerSecond;
    if (firstEndNs == 0 || seconds < minSeconds)
        return std::numeric_limits<double>::quiet_NaN();
    return passedBytes * kept(lastEndNs, nowNs) / (trafficSeconds * (1 - std::exp(-seconds / trafficSeconds)));
}

void CollectiveTracker::add(const CollectivePart& part)
{
    if (part.bytes < minBytes || part.durationNs <= 0)
        return;
    Communicator& communicator = m_communicators[part.communicator];
    communicator.result.communicator = part.communicator;
    std::vector<std::uint32_t>& lanes = communicator.result.lanes;
    const auto place = std::ranges::lower_bound(lanes, part.lane);
    const bool isNewMember = place == lanes.end() || *place != part.lane;
    if (isNewMember)
        lanes.insert(place, part.lane);

    auto& pending = communicator.pending;
    auto at = std::ranges::find(pending, part.sequence, &Pending::sequence);
    if (at == pending.end()) {
        if (pending.size() == maxPending)
            judge(communicator, 0);
        at = pending.insert(pending.end(), {part.sequence, 0, part});
    }
    ++at->parts;
    if (part.durationNs < at->shortest.durationNs)
        at->shortest = part;
    // While new members appear, it is unknown who is missing.
    if (!isNewMember && at->parts == lanes.size())
        judge(communicator, static_cast<std::size_t>(at - pending.begin()));
}

void CollectiveTracker::judge(Communicator& communicator, std::size_t at)
{
    const CollectivePart& shortest = communicator.pending[at].shortest;
    CommunicatorBandwidth& result = communicator.result;
    const auto ranks = static_cast<std::uint32_t>(result.lanes.size());
    const double bandwidth
        = busBandwidth(shortest.kind, ranks, shortest.bytes, std::chrono::nanoseconds(shortest.durationNs));
    if (ranks > 1 && bandwidth > 0 && shortest.endNs >= result.endNs) {
        result.busBandwidth = bandwidth;
        result.bytes = shortest.bytes;
        result.transferNs = shortest.durationNs;
        result.endNs = shortest.endNs;
    }
    if (ranks > 1)
        addTraffic(result, shortest, ranks);
    communicator.pending.erase(communicator.pending.begin() + static_cast<std::ptrdiff_t>(at));
}

std::vector<const CommunicatorBandwidth*> CollectiveTracker::bandwidths() const
{
    std::vector<const CommunicatorBandwidth*> found;
    for (const auto& [name, communicator] : m_communicators)
        found.push_back(&communicator.result);
    return found;
}

} // namespace lockstep
