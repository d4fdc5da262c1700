// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/topologyimports/contradictions.h"
#include "datasources/topologyimports/topologyformats.h"

#include <vector>

namespace lockstep {

/// Several files merged into one cluster file.
struct MergedTopology
{
    ClusterFile file;
    MergeTexts contradictions; ///< values that differ between files, or that are inconsistent
    MergeTexts guesses; ///< values that the plan needs and no file contains
};

/// Merges files, earlier ones first. The result can be written and read; invalid parts are reported. Nodes whose names
/// differ only in the domain are the same.
[[nodiscard]] MergedTopology mergeTopology(const std::vector<TopologyImport>& imports);

} // namespace lockstep
