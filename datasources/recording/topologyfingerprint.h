// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>

namespace lockstep {

/// A number that two topologies share only if their tables of entities are the same: names, places and links, in order;
/// not the nodes' own descriptions. 64-bit FNV-1a, stored in files: never changed.
[[nodiscard]] std::int64_t fingerprintOf(const Topology& topology);

} // namespace lockstep
