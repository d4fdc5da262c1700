// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/cause.h"

#include <cstddef>
#include <vector>

namespace lockstep {

/// Groups findings without an abnormal entity upstream: the same problem of one entity is one cause, and findings on
/// several children at about the same time are attributed to their parent.
[[nodiscard]] std::vector<Cause> causesOfRoots(const std::vector<Finding>& findings,
                                               const std::vector<std::size_t>& roots, const DependencyGraph& graph);

} // namespace lockstep
