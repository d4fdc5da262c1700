// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/clockestimator.h"

#include "models/core/budget.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t samplesKept = 8;
constexpr std::int64_t driftPerMillion = 50; // worst case between two ordinary quartz oscillators

/// Current uncertainty of a sample, including drift since.
Duration widened(const ClockOffset& offset, Duration age)
{
    return offset.uncertainty + std::max(age, Duration::zero()) / 1'000'000 * driftPerMillion;
}

} // namespace

std::optional<ClockOffset> ClockEstimator::add(const Exchange& exchange)
{
    const auto isTime = [](TimePoint time) {
        return budget::earliestTime <= time && time < budget::latestTime;
    };
    const Duration there = exchange.agentReceive - exchange.clientSend;
    const Duration back = exchange.agentSend - exchange.clientReceive;
    const Duration roundTrip = there - back;
    const bool isPossible = isTime(exchange.agentReceive) && isTime(exchange.agentSend) && roundTrip >= Duration::zero()
        && exchange.agentSend >= exchange.agentReceive && exchange.agentUncertainty >= Duration::zero();
    if (isPossible) {
        m_samples.push_back({{(there + back) / 2, roundTrip / 2 + exchange.agentUncertainty}, exchange.clientReceive});
        if (m_samples.size() > samplesKept)
            m_samples.pop_front();
    }
    if (m_samples.empty())
        return std::nullopt;
    const TimePoint now = exchange.clientReceive;
    const auto best = std::ranges::min_element(
        m_samples, {}, [now](const Sample& sample) { return widened(sample.offset, now - sample.taken); });
    return ClockOffset{best->offset.offset, widened(best->offset, now - best->taken)};
}

} // namespace lockstep
