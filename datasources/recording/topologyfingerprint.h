// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>

namespace lockstep {

/// A number that two topologies share only if a recording's tables of entities are the same for both: names, places and
/// links, in order; not what nodes said of themselves. 64-bit FNV-1a, kept in files: never changed.
[[nodiscard]] std::int64_t fingerprintOf(const Topology& topology);

} // namespace lockstep
