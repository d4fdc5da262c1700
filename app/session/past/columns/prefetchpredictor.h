// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/columncache.h"
#include "models/view/time/timewindow.h"

#include <cstdint>
#include <map>
#include <set>

namespace lockstep {

/// Columns that are wanted: of all entities some ticks of a block, one bit each; of a slice the whole block.
using WantedRows = std::map<ColumnKey, std::uint64_t>;

/// Predicts what views will need: the same metrics and entities around the cursor and the window as now. GUI thread; a
/// member of RecordedPast.
class PrefetchPredictor
{
public:
    /// More ticks of a block than that, and the whole block is worth fetching.
    static constexpr int fewRows = 3;

    explicit PrefetchPredictor(Duration tickPeriod) : m_tickPeriod(tickPeriod) { }

    void noteRow(MetricId metric, TickIndex tick);
    void noteSlice(MetricId metric, std::uint32_t part) { m_now.slices.insert({metric, 0, part}); }

    /// What views will read at another place, limited to @p held.
    [[nodiscard]] WantedRows rowsFor(const TimeWindow::Place& place, TickRange held) const;
    /// Call when the window arrives: earlier reads stay relevant until this place has been read, too.
    void arrive(const TimeWindow::Place& place);

    /// Adds a tick of all entities, or the block once it is worth it.
    static void add(WantedRows& requests, MetricId metric, TickIndex tick);

private:
    struct Looks
    {
        std::map<MetricId, std::set<TickIndex>> rows; ///< ticks from the cursor
        std::set<ColumnKey> slices; ///< slices read, regardless of block

        [[nodiscard]] std::size_t count() const { return rows.size() + slices.size(); }
    };

    void addLooks(const Looks& looks, const TimeWindow::Place& place, TickRange held, WantedRows& requests) const;

    Duration m_tickPeriod;
    TickIndex m_cursor = 0;
    Looks m_now;
    Looks m_before;
};

} // namespace lockstep
