// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/causality/finding.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep {

/// One cause: the findings without an abnormal component upstream, and the findings that are their effects.
struct Cause
{
    FindingKind finding = FindingKind::Monitoring; ///< of the roots
    std::vector<std::size_t> roots; ///< findings, in order
    std::vector<std::size_t> followers; ///< findings, in order
    std::vector<std::size_t> competingCauses; ///< other causes that may explain some of the followers
    EntityRef blamed; ///< common parent of several roots, blamed for them; invalid: the roots are blamed
    std::string_view kind;
    double confidence = 0; ///< in the kind and the culprits, from the roots alone
};

/// Joins findings along the graph: each is attributed to the nearest entity upstream that was abnormal at the time; the
/// furthest upstream of such a chain is the cause. Several roots with a common parent may be attributed to it.
/// Independent of the order of events. Sorted by first root.
[[nodiscard]] std::vector<Cause> causesOf(const std::vector<Finding>& findings, const DependencyGraph& graph);

} // namespace lockstep
