// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// GPUs whose traffic uses a port: for a NIC, the GPU in its slot; for an uplink of a leaf, the GPUs of all NICs on the
/// leaf; for a port of a higher switch, the GPUs of all leaves below that switch. @return by GPU: 1 if its traffic uses
/// the port
[[nodiscard]] std::vector<std::uint8_t> gpusBehind(const Topology& topology, const FabricMap& map, std::uint32_t port);

/// Communicators with members on both sides of a port, whose collectives may have crossed it. Which of several
/// equal-cost paths they use is unknown. Worst first, by bandwidth relative to line rate.
/// @return indices into @p flows
[[nodiscard]] std::vector<std::size_t> crossingFlows(const std::vector<CommunicatorFlow>& flows,
                                                     const std::vector<std::uint8_t>& behind);

} // namespace lockstep
