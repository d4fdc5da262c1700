// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/causes.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class ClusterStore;

/// A metric that a detector reads.
struct Need
{
    std::string_view metric;
    std::string_view named{}; ///< in the name of the entity that reports it, as "inlet" of a sensor; empty: any
};

/// One way in which a detector works.
struct DetectorWay
{
    RowList<Need> needs; ///< all of them
    std::string_view evidence; ///< "inlet air", for people
};

/// What a detector watches, and what it needs for that.
struct DetectorRow
{
    std::string_view name; ///< "GPU cooling"
    EntityKind kind; ///< of what it watches
    RowList<DetectorWay> ways; ///< the best first
    RowList<std::string_view> causes; ///< kinds of causes that it finds
};

/// All detectors. One more is one row.
[[nodiscard]] std::span<const DetectorRow> detectorTable();

/// How much of a cluster a detector watches.
struct DetectorCoverage
{
    enum class State : std::uint8_t {
        Active, ///< all entities, in the best way
        Degraded, ///< some of them, or in another way
        Blind, ///< none: it has no data
    };

    const DetectorRow* detector = nullptr;
    std::size_t entities = 0; ///< of its kind, that there are
    std::vector<std::size_t> watched; ///< entities by way; each counts for the best that it can be watched in
    std::vector<Need> missing; ///< of the best way, for some or all entities

    [[nodiscard]] std::size_t watchedInAll() const;
    [[nodiscard]] State state() const;
    [[nodiscard]] const char* stateName() const; ///< "degraded"
    /// "8 of 16 by inlet air; 8 of 16 by its own past", or "none of 16 is measured".
    [[nodiscard]] std::string evidence() const;
};

/// Whether each entity of a metric's kind is measured, by index; empty: none is.
using MeasuredEntities = std::function<std::vector<bool>(std::string_view metric)>;

/// By detector, in the order of the table.
[[nodiscard]] std::vector<DetectorCoverage> coverageOf(const Topology& topology, const MeasuredEntities& measured);
/// Where these metrics are measured somewhere, of entities that nobody has counted yet.
[[nodiscard]] std::vector<DetectorCoverage> coverageOf(const std::set<std::string, std::less<>>& metrics);
/// By what a store has of the minute or the few ticks up to that time: of the entities that are measured then.
[[nodiscard]] std::vector<DetectorCoverage> coverageAt(const ClusterStore& store, TimePoint time);
} // namespace lockstep
