// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/collectiveop.h"
#include "models/core/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// Joins the traces of several ranks into one: communicators of the same name, size and members become one,
/// participants are ordered by rank (then source), regardless of the order of the parts. Fails where two files claim
/// the same rank; processes that a part names itself (an Inspector log's) are distinguished by name.
[[nodiscard]] Result<CollectiveTrace> mergeCollectives(std::vector<CollectiveTrace> parts,
                                                       std::vector<std::string>& notes);

} // namespace lockstep
