// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowfollower.h"

#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t reportsForNs = 60'000'000'000; ///< validity of a collective's bandwidth
constexpr float bitsPerByte = 8;

/// Bytes per second of the slowest port; NaN if unknown. @param lineRates by port, bits per second
float slowestOf(std::span<const std::uint32_t> ports, std::span<const float> lineRates)
{
    float slowest = noData;
    for (const std::uint32_t port : ports) {
        const float rate = port < lineRates.size() ? lineRates[port] / bitsPerByte : noData;
        slowest = std::isnan(slowest) || rate < slowest ? rate : slowest;
    }
    return slowest;
}

} // namespace

void FlowFollower::clear()
{
    m_tracker.clear();
    m_roster.clear();
}

std::vector<CommunicatorFlow> FlowFollower::flows(std::int64_t nowNs, const Topology& topology,
                                                  std::span<const float> lineRates)
{
    std::vector<CommunicatorFlow> flows;
    for (const CommunicatorBandwidth* reached : m_tracker.bandwidths()) {
        if (reached->busBandwidth <= 0 || nowNs - reached->endNs > reportsForNs)
            continue;
        const FlowMembers& members = m_roster.membersOf(*reached, topology);
        flows.push_back({reached->communicator, members.crossesNodes, static_cast<float>(reached->busBandwidth),
                         slowestOf(members.nics, lineRates), static_cast<float>(reached->traffic(nowNs)),
                         members.gpus});
    }
    return flows;
}

std::optional<CollectivePart> collectivePart(std::uint32_t lane, const StoredSpan& span, std::string_view op)
{
    if (span.spanKind() != SpanKind::Collective || span.communicator == 0 || span.bytes < CollectiveTracker::minBytes)
        return std::nullopt;
    return CollectivePart{lane,       span.communicator, span.sequence, collectiveKindFromName(op),
                          span.bytes, span.durationNs,   span.endNs()};
}

} // namespace lockstep
