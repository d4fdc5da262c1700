// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/jobdamage.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// The steps that a job reached, and the tick of each.
struct Reached
{
    TickIndex tick = 0;
    double step = 0;
};

std::vector<Reached> reachedSteps(const JobSeries& series)
{
    std::vector<Reached> reached;
    for (std::size_t at = 0; at < series.step.size(); ++at) {
        const auto step = static_cast<double>(series.step[at]);
        if (!std::isnan(step) && (reached.empty() || reached.back().step != step))
            reached.push_back({series.ticks[at], step});
    }
    return reached;
}

/// The last entry at or before a tick; null: none.
const Reached* lastUntil(const std::vector<Reached>& reached, TickIndex tick)
{
    const auto after = std::ranges::upper_bound(reached, tick, {}, &Reached::tick);
    return after == reached.begin() ? nullptr : &*(after - 1);
}

/// Ticks per step until @p end, since the last restart; NaN: too few steps.
double paceUntil(const std::vector<Reached>& reached, TickIndex end)
{
    const auto last = std::ranges::lower_bound(reached, end, {}, &Reached::tick);
    auto first = last;
    // The first change shows when a step began. The value before it may be older.
    while (first != reached.begin() && (first == last || (first - 1)->step < first->step))
        --first;
    if (last - first < 3)
        return JobDamage::unknown;
    ++first;
    const double steps = (last - 1)->step - first->step;
    return steps < JobDamage::enoughSteps - 1 ? JobDamage::unknown
                                              : static_cast<double>((last - 1)->tick - first->tick) / steps;
}

} // namespace

JobDamage jobDamage(const JobSeries& series, TickRange stretch, double stepsTotal)
{
    JobDamage damage;
    JobLedger ledger = ledgerOf(series);
    damage.gpus = ledger.gpus;
    const std::vector<Reached> reached = reachedSteps(series);
    for (const Rollback& rollback : ledger.rollbacks) {
        if (rollback.at < stretch.from || rollback.at >= stretch.to)
            continue;
        damage.rolledBackGpuSeconds += rollback.gpuSeconds;
        damage.isAtLeast = damage.isAtLeast || reached.front().step > rollback.toStep;
        damage.rollbacks.push_back(rollback);
    }
    const double pace = paceUntil(reached, stretch.from);
    const Reached* const before = lastUntil(reached, stretch.from);
    if (std::isnan(pace) || before == nullptr)
        return damage;
    damage.secondsPerStep = pace * std::chrono::duration<double>(series.tickPeriod).count();
    damage.stepsTaken = lastUntil(reached, stretch.to - 1)->step - before->step;
    damage.stepsExpected = static_cast<double>(stretch.length()) / pace;
    if (!std::isnan(stepsTotal))
        damage.stepsExpected = std::min(damage.stepsExpected, std::max(0.0, stepsTotal - before->step));
    const double lost = damage.stepsExpected - damage.stepsTaken;
    damage.stepsLost = lost < 1 ? 0 : lost;
    return damage;
}

} // namespace lockstep
