// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"

#include <cstdint>
#include <vector>

namespace lockstep {

class ClusterStore;
struct SyncSnapshot;

/// Content of one pixel column of the overview.
struct OverviewColumn
{
    std::uint32_t events = 0;
    float missing = 0; ///< largest share of known nodes without data at any moment of the column, 0 to 1
    float wait = 0; ///< share of a job's GPU time spent waiting, for the worst step, 0 to 1
};

/// One column per pixel of the axis. A gap counts fully in each column it touches, so that short ones stay visible.
[[nodiscard]] std::vector<OverviewColumn> overviewColumns(const ClusterStore& store, const TimeAxis& axis);
/// Adds the waits in jobs' steps to columns of the same axis.
void addWaits(std::vector<OverviewColumn>& columns, const SyncSnapshot& sync, const TimeAxis& axis);

} // namespace lockstep
