// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/cause.h"

#include <cstddef>
#include <vector>

namespace lockstep {

/// Findings with nothing abnormal upstream, put together: the same trouble of the same entity is one cause, and what
/// several entities of one parent show at about the same time is the parent's.
[[nodiscard]] std::vector<Cause> causesOfRoots(const std::vector<Finding>& findings,
                                               const std::vector<std::size_t>& roots, const SeamGraph& graph);

} // namespace lockstep
