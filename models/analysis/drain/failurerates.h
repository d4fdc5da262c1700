// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/core/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class DependencyGraph;

enum class PartKind : std::uint8_t { Gpu, GpuMemory, Link, Node, Rack, Loop, Switch };
inline constexpr std::size_t partKindCount = 7;
/// "GPU memory"
[[nodiscard]] const char* toText(PartKind kind);

/// Failures of parts of one kind. An alert counts as one failure even if it names several parts, because these share a
/// cause.
struct PartFailures
{
    double hours = 0; ///< in which parts reported, summed over the parts
    std::uint64_t stops = 0; ///< failures that stop a job that uses the part; see Impact
    std::uint64_t slows = 0;
    std::uint64_t underJobs = 0; ///< of both, those while a job used the part
    std::map<std::string, std::uint64_t> causes; ///< number by kind of cause
    std::set<std::string> blind; ///< kinds of causes for which no detector had data, at least in part of the time

    [[nodiscard]] std::uint64_t all() const { return stops + slows; }
};

/// Downtime, summed over nodes.
struct Outages
{
    std::uint64_t begun = 0; ///< while the node was watched
    std::uint64_t ended = 0;
    double hours = 0; ///< so far
    double nodeHours = 0; ///< hours in and out of service, if watched
    std::map<std::size_t, double> atOnce
        = {}; ///< hours by the number of nodes that were out at the same time, if watched
    std::size_t nodes = 0; ///< largest number of nodes that were watched for it

    [[nodiscard]] double meanHours() const { return hours / static_cast<double>(ended); } ///< @pre ended > 0
    Outages& operator+=(const Outages& other);
};

/// A training job according to a recording. NaN: not measured.
struct JobRecord
{
    std::string name;
    double gpus = 0;
    double hours = 0; ///< in which it held its GPUs
    std::uint64_t restarts = 0; ///< from an earlier step
    double restartSeconds = 0; ///< sum over all restarts
    double checkpointSeconds = JobState::unknown; ///< time for which one checkpoint stops it

    [[nodiscard]] double gpuHours() const { return gpus * hours; }
};

/// Observed hours of parts and nodes, and their failures. Records of disjoint periods can be added.
struct FailureRecord
{
    std::array<PartFailures, partKindCount> parts;
    double nodeHours = 0; ///< of nodes whose GPUs reported
    std::uint64_t earlier = 0; ///< failures in the first minute, not counted because their onset is unknown
    std::uint64_t unplaced = 0; ///< failures of other or unknown parts, not counted
    Outages drains; ///< reported by the scheduler, including planned ones
    Outages silences; ///< of nodes
    std::vector<JobRecord> jobs;
    double slowedGpuHours = 0; ///< of jobs, while a GPU slowed them down
    double lostGpuHours = 0; ///< measured lost part of these hours

    [[nodiscard]] const PartFailures& part(PartKind kind) const { return parts[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] PartFailures& part(PartKind kind) { return parts[static_cast<std::size_t>(kind)]; }
    FailureRecord& operator+=(FailureRecord other);
};

/// Provides the facts: a store or a recording.
struct FailureSource
{
    const DependencyGraph& graph; ///< with the jobs that were observed
    Duration tickPeriod{};
    std::span<const TickIndex> ticks; ///< as in JobSeries
    std::size_t maxSamples = 100; ///< moments at which the parts that report are counted
    std::size_t maxDrainSamples = 20'000; ///< moments at which drained nodes are counted
    ColumnOf columnOf;
    std::span<const EntityRef> jobs; ///< training jobs
    ReadSeries seriesOf; ///< of each job, for the ticks
    std::function<JobState(EntityRef job, TickRange ticks)> stateOf; ///< at the end of the ticks
};

/// @param alerts of these ticks
[[nodiscard]] FailureRecord failuresIn(const FailureSource& source, std::span<const Alert> alerts);

} // namespace lockstep
