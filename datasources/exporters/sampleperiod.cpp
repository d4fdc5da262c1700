// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/sampleperiod.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

constexpr Duration shortestPeriod = std::chrono::milliseconds(1);
constexpr Duration longestPeriod = std::chrono::hours(1);
constexpr double binFactor = 1.25;
constexpr double asFrequent = 0.6; ///< of the most frequent spacing
constexpr std::size_t enoughSamples = 4; ///< minimum number of samples to determine a period
constexpr double fewLost
    = 1e-3; ///< tolerated share of lost samples: a few lost scrapes do not justify ticks that are mostly empty
constexpr double worthShorterTicks = 0.9; ///< required reduction of losses for shorter ticks
constexpr double farthestShift = 0.75; ///< of a period

std::int64_t binOf(Duration spacing)
{
    return std::llround(std::log(static_cast<double>(spacing.count())) / std::log(binFactor));
}

/// Rounds to periods that people choose, if the measured one is close.
Duration roundedPeriod(Duration measured)
{
    using namespace std::chrono_literals;
    constexpr double hardlyOff = 0.05;
    std::vector<Duration> round{15s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h};
    for (Duration power = 1ms; power <= 10s; power *= 10) {
        for (const int tenths : {10, 20, 25, 50})
            round.push_back(power * tenths / 10);
    }
    const auto off = [measured](Duration each) {
        return std::abs(static_cast<double>((each - measured).count()));
    };
    const Duration nearest = *std::ranges::min_element(round, {}, off);
    return off(nearest) <= hardlyOff * static_cast<double>(measured.count()) ? nearest : measured;
}

/// From the longest to the shortest.
std::vector<Duration> periodsToTry(Duration usual)
{
    // Rounded down, which loses no samples.
    const Duration measured = std::chrono::floor<std::chrono::microseconds>(usual);
    const Duration round = roundedPeriod(usual);
    std::vector<Duration> periods{round, std::min(measured, round), round / 2, round / 5, round / 10};
    for (Duration& period : periods)
        period = std::clamp(period, shortestPeriod, longestPeriod);
    std::ranges::sort(periods, std::ranges::greater());
    periods.erase(std::unique(periods.begin(), periods.end()), periods.end());
    return periods;
}

} // namespace

std::optional<Duration> typicalInterval(std::span<const TimePoint> times)
{
    std::map<std::int64_t, std::size_t> bins;
    for (std::size_t at = 1; at < times.size(); ++at)
        ++bins[binOf(times[at] - times[at - 1])];
    if (bins.empty())
        return std::nullopt;
    // Jitter spreads one spacing over neighbours.
    const auto around = [&bins](std::int64_t bin) {
        std::size_t count = 0;
        for (auto each = bins.lower_bound(bin - 1); each != bins.end() && each->first <= bin + 1; ++each)
            count += each->second;
        return count;
    };
    std::size_t max = 0;
    for (const auto& [bin, count] : bins)
        max = std::max(max, around(bin));
    std::int64_t chosen = 0;
    std::size_t best = 0;
    for (const auto& [bin, count] : bins) {
        const std::size_t here = around(bin);
        const bool isFrequent = static_cast<double>(here) >= asFrequent * static_cast<double>(max);
        // A local maximum further away than the neighbouring bin is another spacing, not the tail of the same one.
        if (isFrequent && (best == 0 || bin > chosen + 2 || here > best)) {
            chosen = bin;
            best = here;
        }
    }
    double sum = 0;
    double count = 0;
    for (std::size_t at = 1; at < times.size(); ++at) {
        if (const Duration spacing = times[at] - times[at - 1]; std::abs(binOf(spacing) - chosen) <= 1) {
            sum += static_cast<double>(spacing.count());
            ++count;
        }
    }
    return Duration(std::llround(sum / count));
}

TickChooser::Choice TickChooser::next(TimePoint time)
{
    const TickIndex before = tickIndexOf(time, m_period);
    const double past
        = static_cast<double>((time - timeOfTick(before, m_period)).count()) / static_cast<double>(m_period.count());
    const bool isNearerToNext = past >= 0.5;
    const TickIndex first = m_isOnGrid && isNearerToNext ? before + 1 : before;
    const TickIndex second = first == before ? before + 1 : before;
    const double shiftOfSecond = first == before ? 1 - past : past;
    const auto isFree = [this](TickIndex tick) {
        return !m_last || tick > *m_last;
    };
    if (isFree(first) || !isFree(second) || shiftOfSecond > farthestShift) {
        const bool isTaken = !isFree(first);
        const TickIndex tick = isTaken ? *m_last : first;
        m_last = tick;
        return {tick, isTaken};
    }
    m_last = second;
    return {second, false};
}

GridFit fitTo(Duration period, std::span<const SampleTimes> series)
{
    GridFit fit;
    fit.period = period;
    std::uint64_t near = 0;
    for (const SampleTimes& times : series) {
        fit.samples += times.size();
        for (const TimePoint time : times) {
            const Duration past = time - timeOfTick(tickIndexOf(time, period), period);
            near += past <= period / 4 || past >= period - period / 4 ? 1 : 0;
        }
    }
    fit.isOnGrid = 2 * near > fit.samples;
    for (const SampleTimes& times : series) {
        TickChooser chooser(period, fit.isOnGrid);
        for (const TimePoint time : times)
            fit.lost += chooser.next(time).isTaken ? 1 : 0;
    }
    return fit;
}

std::optional<FoundPeriod> findPeriod(std::span<const SampleTimes> series)
{
    std::vector<Duration> spacings;
    const bool hasLong
        = std::ranges::any_of(series, [](const SampleTimes& times) { return times.size() >= enoughSamples; });
    for (const SampleTimes& times : series) {
        if (const auto usual = typicalInterval(times); usual && (!hasLong || times.size() >= enoughSamples))
            spacings.push_back(*usual);
    }
    if (spacings.empty())
        return std::nullopt;
    const Duration fastest = std::ranges::min(spacings);
    FoundPeriod found;
    for (const Duration period : periodsToTry(fastest)) {
        const GridFit fit = fitTo(period, series);
        if (found.fit.samples == 0
            || static_cast<double>(fit.lost) < worthShorterTicks * static_cast<double>(found.fit.lost))
            found.fit = fit;
        if (static_cast<double>(fit.lost) <= fewLost * static_cast<double>(fit.samples))
            break;
    }
    for (const Duration spacing : spacings) {
        found.slower += spacing > 2 * found.fit.period ? 1 : 0;
        found.slowest = std::max(found.slowest, spacing);
    }
    return found;
}

} // namespace lockstep
