// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/driftwatch.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

double inSeconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace

const DriftWatch::Drifts& DriftWatch::step(TimePoint now, std::span<const std::optional<ClockOffset>> clocks)
{
    m_estimates.resize(std::max(m_estimates.size(), clocks.size()));
    for (std::size_t node = 0; node < clocks.size(); ++node) {
        std::deque<Estimate>& estimates = m_estimates[node];
        if (!clocks[node])
            continue;
        const ClockOffset& clock = *clocks[node];
        const ClockOffset& before = estimates.empty() ? clock : estimates.back().clock;
        const double unsure = beyondUncertainty * inSeconds(std::max(clock.uncertainty, before.uncertainty));
        const double moved = std::abs(inSeconds(clock.offset - before.offset));
        if (!estimates.empty() && moved <= unsure) {
            if (moved <= unsure / 4)
                estimates.back().stillUntil = now;
            continue;
        }
        estimates.push_back({now, clock, now});
        if (estimates.size() > kept)
            estimates.pop_front();
    }
    const double usual = usualRate();
    m_drifts.assign(m_estimates.size(), std::nullopt);
    for (std::size_t node = 0; node < m_estimates.size(); ++node) {
        if (m_estimates[node].size() > steps)
            m_drifts[node] = driftOf(m_estimates[node], usual, now);
    }
    return m_drifts;
}

/// Rate of most nodes: if it is not zero, the local clock drifts. With two nodes it is unclear which one is right.
double DriftWatch::usualRate() const
{
    std::vector<double> rates;
    for (const std::deque<Estimate>& estimates : m_estimates) {
        if (estimates.empty())
            continue;
        const double moved = inSeconds(estimates.back().clock.offset - estimates.front().clock.offset);
        const double passed = inSeconds(estimates.back().time - estimates.front().time);
        rates.push_back(passed > 0 ? moved / passed : 0);
    }
    if (rates.size() < 3)
        return 0;
    return upperMedian(rates);
}

std::optional<DriftWatch::Drift> DriftWatch::driftOf(const std::deque<Estimate>& estimates, double usualRate,
                                                     TimePoint now) const
{
    std::size_t gone = 0;
    double direction = 0;
    for (std::size_t to = estimates.size() - 1; to > 0; --to, ++gone) {
        const Estimate& before = estimates[to - 1];
        const Estimate& after = estimates[to];
        const double passed = inSeconds(after.time - before.time);
        const double by = inSeconds(after.clock.offset - before.clock.offset) - usualRate * passed;
        const bool isAway = std::abs(inSeconds(after.clock.offset)) >= std::abs(inSeconds(before.clock.offset));
        if (by * direction < 0 || !isAway || std::abs(by) < minRate * passed)
            break;
        direction = by;
    }
    if (gone < steps)
        return {};
    const Estimate& first = estimates[estimates.size() - 1 - gone];
    const Estimate& last = estimates.back();
    const Duration since = last.time - first.stillUntil;
    if (now - last.time > 2 * since / static_cast<std::int64_t>(gone) + probesApart)
        return {}; // the drift has stopped
    const double moved = inSeconds(last.clock.offset - first.clock.offset);
    return Drift{moved / std::max(inSeconds(since), 1e-3) - usualRate, since};
}

} // namespace lockstep
