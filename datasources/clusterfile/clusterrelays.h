// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"

#include <string>

namespace lockstep {

/// Checks that every node and relay that a relay follows exists and is behind at most one relay, and that there is no
/// loop. The error names the problem.
[[nodiscard]] Status checkRelays(const ClusterFile& file);

/// Writes the tables of the relays.
void writeRelays(const ClusterFile& file, std::string& out);

} // namespace lockstep
