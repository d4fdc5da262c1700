// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// GPUs whose traffic uses a port: for a NIC, the GPU in its slot; for a leaf's uplink, those of all its NICs; for a
/// port of a higher switch, those of all leaves below it. @return by GPU, 1 if so
[[nodiscard]] std::vector<std::uint8_t> gpusBehind(const Topology& topology, const FabricMap& map, std::uint32_t port);

/// Communicators with members on both sides of a port, whose collectives may have crossed it. The path chosen among
/// equal ones is unknown. Worst first, by bandwidth relative to line rate.
/// @return indices into @p flows
[[nodiscard]] std::vector<std::size_t> crossingFlows(const std::vector<CommunicatorFlow>& flows,
                                                     const std::vector<std::uint8_t>& behind);

} // namespace lockstep
