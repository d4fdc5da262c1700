// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

class DependencyGraph;

/// How the headroom of a node's hottest GPU is measured, in kelvins. All nodes are compared by the same method: the
/// best one that is available for most free nodes.
enum class HeadroomKind : std::uint8_t {
    Unknown,
    Predicted, ///< below the slowdown limit at full power, from its thermal resistance
    Present, ///< below the slowdown limit at the present power
    Temperature, ///< the negated temperature, because no limit is known
};

/// A candidate node for a new job.
struct NodeHint
{
    enum class Excluded : std::uint8_t { No, Silent, Drained, Held, Faulty, PortDown };

    EntityRef node;
    Excluded excluded = Excluded::No;
    std::string because = {}; ///< name of the job or the port, or title of the alert
    std::optional<double> headroom = {}; ///< see HeadroomKind; nullopt: unknown
    std::vector<EntityRef> leaves = {}; ///< to which it is connected, in order; empty: unknown
    std::size_t neighbours = 0; ///< other free nodes on the same leaves
    std::vector<std::string> remarks = {}; ///< titles of earlier alerts, and of active ones upstream
};

struct PlacementHints
{
    HeadroomKind headroom = HeadroomKind::Unknown;
    std::vector<NodeHint> free; ///< best first
    std::vector<NodeHint> excluded; ///< by index

    /// Number of different sets of leaves among the first nodes; 0: cabling unknown.
    [[nodiscard]] std::size_t leafGroups(std::size_t nodes) const;
};

struct PlacementFacts
{
    const DependencyGraph& graph;
    std::function<std::vector<float>(std::string_view metric)> newestOf; ///< at the moment; NaN: unknown
    std::span<const DrainedJob> jobs; ///< that run at the moment
    std::span<const Alert> alerts; ///< up to the moment, with those that are over
};

/// The nodes that suit a job best. Prefers leaves with room for the whole job, otherwise as few leaves as possible;
/// then nodes without remarks; then the coolest. A pure function.
[[nodiscard]] PlacementHints placementHints(const PlacementFacts& facts, std::size_t nodes);

} // namespace lockstep
