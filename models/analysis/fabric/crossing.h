// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/fabric/fabricmap.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// GPUs whose traffic leaves by a port: that of a NIC, the GPU in its slot; of a leaf's uplink, those of all its NICs;
/// of a higher switch's port, those of all leaves below the switch. @return by GPU, 1 if so
[[nodiscard]] std::vector<std::uint8_t> gpusBehind(const Topology& topology, const FabricMap& map, std::uint32_t port);

/// Communicators with members on both sides of a port: their collectives may have crossed it. Which of several equal
/// paths each took nobody reports. Worst first: by the share of their line rate that they reached.
/// @return indices into @p flows
[[nodiscard]] std::vector<std::size_t> crossingFlows(const std::vector<CommunicatorFlow>& flows,
                                                     const std::vector<std::uint8_t>& behind);

} // namespace lockstep
