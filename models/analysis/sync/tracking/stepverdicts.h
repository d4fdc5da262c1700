// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/tracking/rootcauses.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <deque>

#include <cstddef>
#include <memory>
#include <vector>

namespace lockstep {

/// Last arrivals of the collectives of recent steps. A member of JobTracker.
class StepVerdicts
{
public:
    static constexpr std::size_t minSteps = 6; ///< steps whose verdicts are always kept
    static constexpr std::size_t maxVerdicts = 500'000; ///< total limit beyond these steps

    /// @param keptSteps maximum number of steps
    explicit StepVerdicts(std::size_t keptSteps) : m_keptSteps(keptSteps) { }

    void add(const SyncWindow& window, RootCauses& causes);
    /// By step, oldest first.
    [[nodiscard]] const std::deque<std::shared_ptr<const std::vector<WaitVerdict>>>& steps() const { return m_steps; }

private:
    std::size_t m_keptSteps;
    std::deque<std::shared_ptr<const std::vector<WaitVerdict>>> m_steps;
    std::size_t m_count = 0; ///< total number of verdicts
};

} // namespace lockstep
