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

/// A menu that copies the commands that take the nodes of an alert out of service, for Slurm and Kubernetes, and their
/// names. Lockstep does not run them. Deletes itself when it closes.
[[nodiscard]] QMenu* makeDrainMenu(const Alert& alert, const Topology& topology, QWidget& parent);

/// Shows it for the row under the pointer, or for the current row at the menu key.
/// @param alertOf a row; nullopt: none  @param topologyOf the moment
void offerDrainMenu(QTableView& table, std::function<std::optional<Alert>(int row)> alertOf,
                    std::function<TopologyPtr()> topologyOf);

} // namespace lockstep
