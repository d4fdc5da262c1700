// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/gaplist.h"

#include "models/ingest/clockcorrection.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Maximum distance of gaps that are joined: ticks are further apart.
constexpr Duration nearby = std::chrono::milliseconds(1);

} // namespace

void insertGap(std::vector<Gap>& gaps, Gap gap)
{
    const auto place
        = std::ranges::upper_bound(gaps, gap.range.from, {}, [](const Gap& each) { return each.range.from; });
    if (place != gaps.begin()) {
        Gap& before = *std::prev(place);
        if (before.reason == gap.reason && shifted(gap.range.from, nearby) <= before.range.to) {
            before.range.to = std::max(before.range.to, gap.range.to);
            before.ticks += gap.ticks;
            return;
        }
    }
    gaps.insert(place, std::move(gap));
    if (gaps.size() > maxGaps)
        gaps.erase(gaps.begin());
}

bool forgetGapsBefore(std::vector<Gap>& gaps, TimePoint time)
{
    return std::erase_if(gaps, [time](const Gap& gap) { return gap.range.to < time; }) > 0;
}

} // namespace lockstep
