// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/columncache.h"
#include "models/view/time/timewindow.h"

#include <cstdint>
#include <map>
#include <set>

namespace lockstep {

/// Wanted columns: for all entities a bit per tick of a block, for a slice the entire block.
using WantedRows = std::map<ColumnKey, std::uint64_t>;

/// Predicts what views will need: the same metrics and entities around the cursor and the window as now. GUI thread; a
/// member of RecordedPast.
class PrefetchPredictor
{
public:
    /// If more ticks of a block are wanted, the entire block is fetched.
    static constexpr int fewRows = 3;

    explicit PrefetchPredictor(Duration tickPeriod) : m_tickPeriod(tickPeriod) { }

    void noteRow(MetricId metric, TickIndex tick);
    void noteSlice(MetricId metric, std::uint32_t part) { m_now.slices.insert({metric, 0, part}); }

    /// What views will read at another place, limited to @p held.
    [[nodiscard]] WantedRows rowsFor(const TimeWindow::Place& place, TickRange held) const;
    /// Call when the window arrives: earlier reads stay relevant until this place has been read, too.
    void arrive(const TimeWindow::Place& place);

    /// Adds a tick of all entities, or its block if enough ticks are wanted.
    static void add(WantedRows& requests, MetricId metric, TickIndex tick);

private:
    struct AccessPattern
    {
        std::map<MetricId, std::set<TickIndex>> rows; ///< ticks relative to the cursor
        std::set<ColumnKey> slices; ///< slices read, regardless of block

        [[nodiscard]] std::size_t count() const { return rows.size() + slices.size(); }
    };

    void addPattern(const AccessPattern& looks, const TimeWindow::Place& place, TickRange held,
                    WantedRows& requests) const;

    Duration m_tickPeriod;
    TickIndex m_cursor = 0;
    AccessPattern m_now;
    AccessPattern m_before;
};

} // namespace lockstep
