// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/seams/alert.h"
#include "models/core/topology/topology.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// One tick of a metric, all entities; empty: there is none, or not yet.
using ColumnOf = std::function<std::vector<float>(std::string_view metric, TickIndex tick)>;

/// GPU seconds that ranks waited for the GPUs which an alert blames, up to a moment, beyond what they had others wait
/// before it began. Nullopt: it blames no GPUs, or too little of the time was measured. A long alert is looked at in
/// some tens of ticks.
[[nodiscard]] std::optional<double> gpuSecondsWaited(const Alert& alert, const Topology& topology, Duration tickPeriod,
                                                     TimePoint now, const ColumnOf& columnOf);

/// The same together with what is known of it already: GPUs that stood still in a hang.
[[nodiscard]] std::optional<double> costOf(const Alert& alert, const Topology& topology, Duration tickPeriod,
                                           TimePoint now, const ColumnOf& columnOf);

} // namespace lockstep
