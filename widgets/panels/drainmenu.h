// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/topology/topology.h"

#include <functional>
#include <optional>

class QMenu;
class QTableView;
class QWidget;

namespace lockstep {

/// A menu that copies the names of an alert's nodes, or the Slurm or Kubernetes commands that take these nodes out of
/// service. Lockstep does not run the commands. The menu deletes itself when it closes.
[[nodiscard]] QMenu* makeDrainMenu(const Alert& alert, const Topology& topology, QWidget& parent);

/// Shows the drain menu for the row under the pointer or, on the menu key, for the current row.
/// @param alertOf returns the alert of a row; nullopt: none @param topologyOf returns the topology of the moment
void offerDrainMenu(QTableView& table, std::function<std::optional<Alert>(int row)> alertOf,
                    std::function<TopologyPtr()> topologyOf);

} // namespace lockstep
