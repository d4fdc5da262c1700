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
    MergeTexts contradictions; ///< what files say otherwise, or what does not fit together
    MergeTexts guesses; ///< what no file says and the plan needs
};

/// Puts together what files say, those before counting more than those after. What comes out can be written and read;
/// what cannot be part of it is reported. Nodes are the same where they differ by their domain alone.
[[nodiscard]] MergedTopology mergeTopology(const std::vector<TopologyImport>& imports);

} // namespace lockstep
