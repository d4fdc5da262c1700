// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/topologyimports/topologyformats.h"

#include <string>
#include <vector>

namespace lockstep {

/// Sentences, of which the first are kept and all are counted.
struct MergeTexts
{
    static constexpr std::size_t maxKept = 500;

    std::vector<std::string> kept;
    std::size_t count = 0;

    void add(std::string text)
    {
        if (++count <= maxKept)
            kept.push_back(std::move(text));
    }
};

/// Several files as one cluster file.
struct MergedTopology
{
    ClusterFile file;
    MergeTexts contradictions; ///< what files say otherwise, or what does not fit together
    MergeTexts guesses; ///< what no file says and the plan needs
};

/// Puts together what files say, those before counting more than those after. What comes out can be written and read;
/// what cannot be part of it is told. Nodes are the same where they differ by their domain alone.
[[nodiscard]] MergedTopology mergeTopology(const std::vector<TopologyImport>& imports);

} // namespace lockstep
