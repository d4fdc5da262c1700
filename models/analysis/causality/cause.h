// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/finding.h"
#include "models/analysis/causality/seamgraph.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep {

/// Findings with one cause: those with nothing abnormal upstream, and those that follow from them.
struct Cause
{
    FindingKind finding = FindingKind::Monitoring; ///< of the roots
    std::vector<std::size_t> roots; ///< findings, in order
    std::vector<std::size_t> followers; ///< findings, in order
    std::vector<std::size_t> rivals; ///< causes that some of the followers might come from as well
    EntityRef blamed; ///< what several roots have in common, and is blamed for them; invalid: they are themselves
    std::string_view kind;
    double confidence = 0; ///< in the kind and the culprits, from the roots alone
};

/// Joins findings along the graph: each follows from the nearest entity upstream that was abnormal at the time, and the
/// furthest upstream of such a chain is the cause. Several roots of one entity blame it. Depends on the findings' order
/// no more than on that of the events. In order of each first root.
[[nodiscard]] std::vector<Cause> causesOf(const std::vector<Finding>& findings, const SeamGraph& graph);

} // namespace lockstep
