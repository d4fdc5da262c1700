// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/causes.h"
#include "models/core/ids.h"
#include "models/core/metrics/metricoffer.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// A metric that a detector reads.
struct RequiredMetric
{
    std::string_view metric;
    std::string_view named{}; ///< part of the reporting entity's name, such as "inlet" for a sensor; empty: any
};

/// One set of metrics with which a detector works.
struct MetricSet
{
    RowList<RequiredMetric> needs; ///< all of them are required
    std::string_view evidence; ///< "inlet air", for people
};

/// Entities that a detector watches, and the metrics that it needs.
struct DetectorRow
{
    std::string_view name; ///< "GPU cooling"
    EntityKind kind; ///< of the watched entities
    RowList<MetricSet> metricSets; ///< the best first
    RowList<std::string_view> causes; ///< kinds of causes that it detects
};

/// All detectors. To add one, add a row.
[[nodiscard]] std::span<const DetectorRow> detectorTable();

/// Share of a cluster that a detector watches.
struct DetectorCoverage
{
    enum class State : std::uint8_t {
        Active, ///< all entities, with the best set of metrics
        Degraded, ///< some entities only, or with another set of metrics
        Blind, ///< no data
    };

    const DetectorRow* detector = nullptr;
    std::size_t entities = 0; ///< number of existing entities of its kind
    std::vector<std::size_t> watched; ///< number of entities by set of metrics; each counts for its best set
    std::vector<RequiredMetric> missing; ///< metrics of the best set that some or all entities lack

    [[nodiscard]] std::size_t totalWatched() const;
    [[nodiscard]] State state() const;
    [[nodiscard]] const char* stateName() const; ///< "degraded"
    /// "inlet air: 8 of 16; its own history: 8 of 16", or "no data for any of 16".
    [[nodiscard]] std::string evidence() const;
};

/// A detector's coverage at a moment, and the start of its current state.
struct DetectorState
{
    DetectorCoverage coverage;
    std::optional<TimePoint> since; ///< nullopt: unknown
};

/// Number of detectors without data.
[[nodiscard]] std::size_t blindCount(std::span<const DetectorState> standings);

/// How to provide a missing metric: "gpu.clock.sm: add DCGM_FI_DEV_SM_CLOCK to the counters of dcgm-exporter, or run
/// lockstep-agent".
[[nodiscard]] std::string remedyOf(const RequiredMetric& need, const MetricOffers& offers);

/// Which entities of a metric's kind are measured, by index; empty: none.
using MeasuredEntities = std::function<std::vector<bool>(std::string_view metric)>;

/// By detector, in the order of the table.
[[nodiscard]] std::vector<DetectorCoverage> coverageOf(const Topology& topology, const MeasuredEntities& measured);
/// For metrics whose entities are unknown.
[[nodiscard]] std::vector<DetectorCoverage> coverageOf(const std::set<std::string, std::less<>>& metrics);

/// Entities with data at a moment, by each metric that a detector needs.
struct MeasuredMetrics
{
    TopologyPtr topology;
    std::map<std::string_view, std::vector<bool>> metrics; ///< by name, then by index
    bool isPending = false; ///< some data is still being read
};
/// From a store's data of the last minute or few ticks before that time.
[[nodiscard]] MeasuredMetrics measuredAt(const ClusterStore& store, TimePoint time);
/// For the measured entities, which may be fewer than those of the topology. Any thread.
[[nodiscard]] std::vector<DetectorCoverage> coverageOf(const MeasuredMetrics& measured);
} // namespace lockstep
