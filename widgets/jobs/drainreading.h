// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainreport.h"
#include "models/core/time.h"

#include <span>
#include <vector>

namespace lockstep {

class ClusterStore;

/// The drain queue at a moment, from the store's data up to then.
struct DrainReading
{
    std::vector<DrainRow> rows; ///< in the order in which to act
    bool isPending = false; ///< some of it is still being read from disk
};

/// @param alerts of that moment  @param moment that is shown
[[nodiscard]] DrainReading drainAt(const ClusterStore& store, std::span<const Alert> alerts, TimePoint moment);

} // namespace lockstep
