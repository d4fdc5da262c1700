// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/clockoffsets.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Ranks of one host leave a collective within tens of microseconds of each other; smaller offsets are ignored.
constexpr Duration smallestOffset = std::chrono::microseconds(100);

constexpr Duration largestOffset = std::chrono::hours(24 * 365);

/// If ends scatter by more than this share of the time in a collective, clocks cannot determine the last arrival.
constexpr double usableScatter = 0.25;

Duration medianOffset(std::vector<Duration>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

struct EndDifference
{
    std::uint32_t participant = 0;
    Duration difference{};
};

bool isTimed(const CollectiveOp& op)
{
    return op.start.has_value() && op.duration.has_value();
}

} // namespace

ClockOffsets estimateClockOffsets(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    ClockOffsets clocks;
    clocks.offset.assign(trace.participants.size(), Duration::zero());
    std::vector<std::vector<Duration>> differences(trace.participants.size());
    std::vector<Duration> durations;
    std::vector<EndDifference> all;
    for (const auto& match : matches.matches) {
        const auto ops = matches.opsOf(match);
        const auto usable = [&](std::uint32_t op) {
            return isTimed(trace.ops[op]) && synchronises(trace.ops[op].kind);
        };
        if (ops.size() < 2 || !std::ranges::all_of(ops, usable))
            continue;
        std::vector<Duration> ends;
        const auto endOf = [&](std::uint32_t op) {
            return trace.ops[op].start->time_since_epoch() + *trace.ops[op].duration;
        };
        for (const auto op : ops)
            ends.push_back(endOf(op));
        const auto centre = medianOffset(ends);
        // Implausible offsets (years) are ignored.
        if (std::ranges::any_of(ops, [&](auto op) { return std::chrono::abs(endOf(op) - centre) > largestOffset; }))
            continue;
        for (const auto op : ops) {
            durations.push_back(*trace.ops[op].duration);
            all.push_back({trace.ops[op].participant, endOf(op) - centre});
            differences[trace.ops[op].participant].push_back(all.back().difference);
        }
        ++clocks.compared;
    }
    if (clocks.compared == 0)
        return clocks;

    auto largest = Duration::zero();
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (differences[i].empty())
            continue;
        clocks.offset[i] = medianOffset(differences[i]);
        largest = std::max(largest, std::chrono::abs(clocks.offset[i]));
    }
    std::vector<Duration> scatter;
    for (const auto& [participant, difference] : all)
        scatter.push_back(std::chrono::abs(difference - clocks.offset[participant]));
    clocks.uncertainty = medianOffset(scatter);

    const auto inside = std::chrono::duration<double>(medianOffset(durations));
    if (std::chrono::duration<double>(clocks.uncertainty) > usableScatter * inside) {
        clocks.offset.assign(trace.participants.size(), Duration::zero());
        return clocks;
    }
    const bool isShared = largest <= std::max(smallestOffset, 3 * clocks.uncertainty);
    clocks.quality = isShared ? ClockOffsets::Quality::Shared : ClockOffsets::Quality::Corrected;
    if (isShared)
        clocks.offset.assign(trace.participants.size(), Duration::zero());
    return clocks;
}

} // namespace lockstep
