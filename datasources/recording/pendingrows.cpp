// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/pendingrows.h"

#include <bit>

namespace lockstep {

namespace {

constexpr std::size_t maxWaitingSpans = 1'000'000;
constexpr std::size_t maxWaitingEvents = 100'000;
constexpr std::size_t maxWaitingRows = 100'000; ///< per other kind of row
constexpr std::size_t maxOpenBlocks = 4;
constexpr std::size_t maxLateBytes = 256U << 20U;

} // namespace

std::uint64_t countPending(const ColumnAssembly& columns, const RecordedRows& rows)
{
    std::uint64_t count = rows.spans.size() + rows.events.size() + rows.gaps.size() + rows.states.size()
        + rows.clocks.size() + rows.shifts.size() + rows.identities.size();
    for (const auto& [first, metrics] : columns.open()) {
        for (const auto& [metric, open] : metrics)
            count += static_cast<std::uint64_t>(std::popcount(open.touched()));
    }
    for (const auto& [tick, metrics] : columns.late())
        count += metrics.size();
    return count;
}

std::uint64_t giveUpWhatIsTooMuch(ColumnAssembly& columns, RecordedRows& rows)
{
    std::erase_if(rows.gaps, [](const RecordedGap& gap) { return gap.node == allNodes; }); // recorded when it has ended
    const std::uint64_t before = countPending(columns, rows);
    const auto limit = [](auto& list, std::size_t max) {
        if (list.size() > max)
            list.clear();
    };
    limit(rows.spans, maxWaitingSpans);
    limit(rows.events, maxWaitingEvents);
    limit(rows.gaps, maxWaitingRows);
    limit(rows.states, maxWaitingRows);
    limit(rows.clocks, maxWaitingRows);
    limit(rows.shifts, maxWaitingRows);
    limit(rows.identities, maxWaitingRows);
    if (columns.lateBytes() > maxLateBytes)
        columns.clearLate();
    while (columns.open().size() > maxOpenBlocks)
        columns.seal(columns.open().begin()->first);
    return before - countPending(columns, rows);
}

} // namespace lockstep
