// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"

#include <string>

namespace lockstep {

/// Whether relays and what they follow fit together: every node and relay is there and behind one relay at most, and
/// none reads itself, not by way of others either. The error says what does not.
[[nodiscard]] Status checkRelays(const ClusterFile& file);

/// Appends the tables of the relays.
void writeRelays(const ClusterFile& file, std::string& out);

} // namespace lockstep
