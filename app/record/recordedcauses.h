// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Causes in a recording: those found while it was recorded, and those of analyses that did not run then. One thread;
/// the recording must outlive it.
class RecordedCauses
{
public:
    /// @param until later data is ignored; nullopt: the end of the recording
    explicit RecordedCauses(Recording& recording, std::optional<TimePoint> until = {});

    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; } ///< with the positions that nodes reported
    [[nodiscard]] const ObservedJobs& jobs() const { return m_jobs; }
    [[nodiscard]] Duration tickPeriod() const { return m_recording.tickPeriod(); }
    [[nodiscard]] TimeRange range() const;
    /// Alerts in order of onset, with the cost that their findings contain. Includes alerts raised after the last tick
    /// because every source had fallen silent.
    [[nodiscard]] std::vector<Alert> alerts() const;
    /// One tick of a metric for all entities, recorded or computed now; empty: none.
    [[nodiscard]] std::vector<float> column(std::string_view metric, TickIndex tick) const;
    [[nodiscard]] TickIndex lastTick() const;
    /// The newest value of each entity within the last half minute; NaN: none.
    [[nodiscard]] std::vector<float> newest(std::string_view metric) const;

private:
    using ColumnKey = std::pair<std::string, TickIndex>;

    /// Memory limit of the results computed now: job metrics and blame.
    static constexpr std::size_t maxKeptBytes = std::size_t{512} << 20U;

    void keep(Derived found);
    [[nodiscard]] std::vector<float> computedColumn(std::string_view metric, TickIndex tick) const;

    Recording& m_recording;
    std::optional<TimePoint> m_until;
    TopologyPtr m_topology;
    ObservedJobs m_jobs;
    std::vector<DerivedEvent> m_events;
    std::map<ColumnKey, std::vector<float>> m_found;
    std::size_t m_foundBytes = 0;
    /// Sequential readers get blocks, random readers get single ticks.
    struct Reading
    {
        RecordedBlock block;
        bool hasBlock = false;
        TickIndex next = 0; ///< tick after the last one requested
    };
    mutable std::map<std::string, Reading, std::less<>> m_readings; ///< by metric
};

} // namespace lockstep
