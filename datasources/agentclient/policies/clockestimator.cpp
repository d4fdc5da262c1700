// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/clockestimator.h"

#include "models/core/budget.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t samplesKept = 8;
constexpr Duration longestUncertainty = std::chrono::hours(24 * 365);
constexpr std::int64_t driftPerMillion = 50; // difference between two ordinary quartz clocks, at worst

/// Current uncertainty of a sample, including drift since.
Duration widened(const ClockOffset& offset, Duration age)
{
    return offset.uncertainty + std::max(age, Duration::zero()) / 1'000'000 * driftPerMillion;
}

/// nullopt: there is no such exchange.
std::optional<ClockOffset> offsetOf(const ClockEstimator::Exchange& exchange)
{
    const auto isTime = [](TimePoint time) {
        return budget::earliestTime <= time && time < budget::latestTime;
    };
    if (!isTime(exchange.agentReceive) || !isTime(exchange.agentSend) || exchange.agentSend < exchange.agentReceive
        || exchange.agentUncertainty < Duration::zero() || exchange.agentUncertainty > longestUncertainty)
        return std::nullopt;
    const Duration there = exchange.agentReceive - exchange.clientSend;
    const Duration back = exchange.agentSend - exchange.clientReceive;
    const Duration roundTrip = there - back;
    if (roundTrip < Duration::zero())
        return std::nullopt;
    return ClockOffset{(there + back) / 2, roundTrip / 2 + exchange.agentUncertainty};
}

} // namespace

std::optional<ClockOffset> ClockEstimator::add(const Exchange& exchange)
{
    if (std::optional<ClockOffset> offset = offsetOf(exchange)) {
        // Samples that contradict the new one are from before the clock was set.
        std::erase_if(m_samples, [&](const Sample& sample) {
            return std::chrono::abs(sample.offset.offset - offset->offset)
                > offset->uncertainty + widened(sample.offset, exchange.clientReceive - sample.taken);
        });
        m_samples.push_back({*offset, exchange.clientReceive});
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
