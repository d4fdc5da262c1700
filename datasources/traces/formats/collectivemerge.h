// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// Joins the traces of several ranks into one. Communicators of the same name, size and members become one.
/// Participants are ordered by rank, then by source, regardless of the order of the parts. Fails if two files claim the
/// same rank. Processes that a part names itself (in an Inspector log) are distinguished by name.
[[nodiscard]] Result<CollectiveTrace> mergeCollectives(std::vector<CollectiveTrace> parts,
                                                       std::vector<std::string>& notes);

} // namespace lockstep
