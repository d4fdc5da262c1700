// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/dependencyscope.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Health of a component according to alerts and reports.
enum class DependencyHealth : std::uint8_t {
    Healthy,
    Unknown, ///< it has not reported
    AtRisk, ///< looks healthy, but depends on an unhealthy component
    Unhealthy,
};

/// One entity, or several of one tier with the same health, drawn as one box.
struct DependencyBox
{
    DependencyTier tier = DependencyTier::Node;
    std::vector<DependencyItem> items;
    std::string label; ///< "cdu-1", "57 GPUs"
    std::string note; ///< its report; empty: none
    DependencyHealth health = DependencyHealth::Healthy;
    Severity severity = Severity::Information; ///< if it has a problem
    bool isChosen = false;

    friend bool operator==(const DependencyBox&, const DependencyBox&) = default;
};

/// A dependency between two boxes.
struct DependencyLine
{
    std::size_t carrier = 0;
    std::size_t carried = 0;
    DependencyHealth health = DependencyHealth::Healthy; ///< Unhealthy: the fault spreads along it; AtRisk: it could
    Severity severity = Severity::Information;

    friend bool operator==(const DependencyLine&, const DependencyLine&) = default;
};

/// The dependency diagram: boxes by tier, with the selected and worst ones first, and the lines between them.
struct DependencyPicture
{
    std::vector<DependencyBox> boxes;
    std::vector<DependencyLine> lines;

    friend bool operator==(const DependencyPicture&, const DependencyPicture&) = default;
};

/// Maximum number of boxes in each tier; at least one is made if there are items.
using DependencyRooms = std::array<std::size_t, dependencyTierCount>;
using IsSilent = std::function<bool(EntityRef)>;

/// Draws a scope: marks the subjects of alerts and their dependents, and joins items for which there is no room.
/// @param alerts at the moment; ended ones are ignored
[[nodiscard]] DependencyPicture dependencyPicture(const DependencyScope& scope, const DependencyGraph& graph,
                                                  const std::vector<Alert>& alerts, const DependencyRooms& rooms,
                                                  const IsSilent& isSilent);

/// "57 GPUs", "1 rack".
[[nodiscard]] std::string countedItems(DependencyTier tier, std::size_t count);
/// "gpu3 · node-0017", "node-0017 nic0", "train-a".
[[nodiscard]] std::string dependencyLabel(const Topology& topology, const DependencyItem& item);

} // namespace lockstep
