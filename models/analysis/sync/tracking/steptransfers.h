// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/steps/syncstep.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// Duration of the collectives of one kind on one communicator in a step, without waits for late ranks.
struct StepTransfer
{
    std::uint32_t communicator = 0; ///< as in the spans
    std::uint32_t op = 0; ///< as in the spans
    std::uint8_t sizeClass = 0; ///< number of bits of its byte count
    std::uint32_t members = 0;
    std::uint32_t count = 0; ///< in the step
    std::int64_t meanNs = 0;
};

/// The transfers of all collectives in one step of a job. A plain value.
struct StepTransfers
{
    std::uint32_t step = 0;
    std::uint32_t run = 0; ///< number of restarts of the job before it
    std::vector<StepTransfer> transfers; ///< by communicator, operation and size
    std::vector<SyncWindow::Member> members; ///< by communicator
};

/// Transfers of collectives whose parts are all in the window, because a missing part may be the one that did not wait.
[[nodiscard]] std::vector<StepTransfer> transfersOf(const SyncWindow& window);

/// Counts the step's collectives, and those that lack a part of one of the communicator's ranks.
void countCollectives(const SyncWindow& window, SyncStep& step);

} // namespace lockstep
