// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sync/syncwindow.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Which lanes of a job make up one worker, and where it stands: its pipeline stage, by whom it receives from, and its
/// data-parallel rank, counted among the workers of its stage. Lanes that share a group of neighbouring ranks within a
/// stage (tensor parallel) are one worker. Told from what the lanes of a window took part in.
struct WorkerPlaces
{
    struct Worker
    {
        std::int32_t dpRank = 0;
        std::int32_t stage = 0;
        std::vector<std::uint32_t> lanes;
    };

    std::vector<Worker> workers; ///< by stage, then data-parallel rank
    std::int32_t dpRanks = 0; ///< of the stage that has most
    std::int32_t stages = 0;
};

/// @param ranks by lane
[[nodiscard]] WorkerPlaces placesOfWorkers(const SyncWindow& window, const std::vector<std::uint32_t>& ranks);

} // namespace lockstep
