// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/drain/drainfacts.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/analysis/goodput/jobruns.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

class RecordedCauses;

/// The recorded ticks in the last @p hours of a recording; 0: all of them.
[[nodiscard]] std::span<const TickIndex> lastHours(const RecordedCauses& causes, double hours);
/// Metrics of jobs in a recording at some ticks. Each column is read once, whatever the number of jobs.
[[nodiscard]] std::vector<JobSeries> seriesIn(const RecordedCauses& causes, std::span<const EntityRef> jobs,
                                              std::span<const TickIndex> ticks);
/// One metric of jobs at some ticks; NaN: no data.
[[nodiscard]] std::vector<std::vector<float>> valuesIn(const RecordedCauses& causes, std::string_view metric,
                                                       std::span<const EntityRef> jobs,
                                                       std::span<const TickIndex> ticks);
/// State of a job at the end of the ticks: the last values within the time that a job ledger considers.
[[nodiscard]] JobState stateIn(const RecordedCauses& causes, EntityRef job, TickRange ticks);
/// All runs of a job, and of jobs whose names differ only in their number, oldest first. The last one belongs to the
/// job itself.
[[nodiscard]] std::vector<JobRun> runsOf(Recording& recording, const RecordedCauses& causes, EntityRef job);
/// Inputs of the drain queue at the last tick.
[[nodiscard]] DrainSource drainSource(const RecordedCauses& causes);
/// Training jobs with any data in these ticks.
[[nodiscard]] std::vector<EntityRef> trainingJobsIn(const RecordedCauses& causes, std::span<const TickIndex> ticks);

/// Causes in a recording: causes found while it was recorded, and causes that analyses find now because they did not
/// run then. One thread; the recording must outlive it.
class RecordedCauses
{
public:
    /// @param until later data is ignored; nullopt: the end of the recording
    explicit RecordedCauses(Recording& recording, std::optional<TimePoint> until = {});

    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; } ///< with the positions that nodes reported
    [[nodiscard]] const ObservedJobs& jobs() const { return m_jobs; }
    [[nodiscard]] Duration tickPeriod() const { return m_recording.tickPeriod(); }
    [[nodiscard]] TimeRange range() const;
    /// Ascending. Leaves out pauses longer than JobLedger::longestSilence, in which nothing was recorded.
    [[nodiscard]] const std::vector<TickIndex>& ticks() const { return m_ticks; }
    /// Alerts in order of onset, with the cost that their findings contain. Includes alerts that were raised after the
    /// last tick because every source had fallen silent.
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
    std::vector<TickIndex> m_ticks;
    TopologyPtr m_topology;
    ObservedJobs m_jobs;
    std::vector<DerivedEvent> m_events;
    std::map<ColumnKey, std::vector<float>> m_found;
    std::size_t m_foundBytes = 0;
    /// State of the reads of one metric. Sequential reads fetch blocks, random reads fetch single ticks.
    struct Reading
    {
        RecordedBlock block;
        bool hasBlock = false;
        TickIndex next = 0; ///< tick after the last one requested
    };
    mutable std::map<std::string, Reading, std::less<>> m_readings; ///< by metric
};

} // namespace lockstep
