// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/prefetchpredictor.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint64_t everyRow = ~std::uint64_t{0};
/// A view of one moment reads at most this many ticks of a metric around the cursor; more means a view of the window.
constexpr std::size_t maxTicksOfAMoment = 12;
/// Longer windows are not prefetched as a whole.
constexpr std::int64_t maxBlocks = 12;

} // namespace

void PrefetchPredictor::noteRow(MetricId metric, TickIndex tick)
{
    std::set<TickIndex>& ticks = m_now.rows[metric];
    if (ticks.size() <= maxTicksOfAMoment)
        ticks.insert(tick - m_cursor);
}

void PrefetchPredictor::add(WantedRows& requests, MetricId metric, TickIndex tick)
{
    const TickIndex first = RecordedBlock::firstOf(tick);
    std::uint64_t& rows = requests[{metric, first, 0}];
    rows |= std::uint64_t{1} << static_cast<std::uint64_t>(tick - first);
    if (std::popcount(rows) > fewRows)
        rows = everyRow;
}

void PrefetchPredictor::addPattern(const AccessPattern& looks, const TimeWindow::Place& place, TickRange held,
                                   WantedRows& requests) const
{
    const TickIndex cursor = tickIndexOf(place.cursor, m_tickPeriod);
    const TickIndex from = std::max(tickIndexOf(place.range.from, m_tickPeriod), held.from);
    const TickIndex to = std::min(tickIndexOf(place.range.to, m_tickPeriod) + 1, held.to);
    const TickIndex firstBlock = RecordedBlock::firstOf(from);
    const bool isShort = to - firstBlock <= maxBlocks * RecordedBlock::ticks;
    for (const auto& [metric, ticks] : looks.rows) {
        if (ticks.size() <= maxTicksOfAMoment) {
            for (const TickIndex offset : ticks) {
                if (held.contains(cursor + offset))
                    add(requests, metric, cursor + offset);
            }
            continue;
        }
        for (TickIndex first = firstBlock; first < to && isShort; first += RecordedBlock::ticks)
            requests[{metric, first, 0}] = everyRow;
    }
    for (const ColumnKey& slice : looks.slices) {
        for (TickIndex first = firstBlock; first < to && isShort; first += RecordedBlock::ticks)
            requests[{slice.metric, first, slice.part}] = everyRow;
    }
}

WantedRows PrefetchPredictor::rowsFor(const TimeWindow::Place& place, TickRange held) const
{
    WantedRows requests;
    addPattern(m_before, place, held, requests);
    addPattern(m_now, place, held, requests);
    return requests;
}

void PrefetchPredictor::arrive(const TimeWindow::Place& place)
{
    m_cursor = tickIndexOf(place.cursor, m_tickPeriod);
    // A place left before the views had read it says little about their needs.
    if (m_now.count() * 2 < m_before.count()) {
        m_before.rows.merge(m_now.rows);
        m_before.slices.merge(m_now.slices);
        m_now = {};
    } else {
        m_before = std::exchange(m_now, {});
    }
}

} // namespace lockstep
