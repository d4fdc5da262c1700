// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>

namespace lockstep {

/// A number that is equal for two topologies only if their tables of entities are equal: names, places and links, in
/// order; not the nodes' identities. 64-bit FNV-1a, stored in files: never change it.
[[nodiscard]] std::int64_t fingerprintOf(const Topology& topology);

} // namespace lockstep
