// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"

#include <string>

namespace lockstep {

/// Whether relays and what they follow are consistent: every node and relay exists and is behind at most one relay, and
/// there is no loop. The error names the problem.
[[nodiscard]] Status checkRelays(const ClusterFile& file);

/// Writes the tables of the relays.
void writeRelays(const ClusterFile& file, std::string& out);

} // namespace lockstep
