// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/powerswinganalysis.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <deque>

#include <utility>
#include <vector>

namespace lockstep {

/// Sums the reports of all nodes and GPUs in each tick, so that the header's values have a history: mean GPU
/// utilisation, power, and the energy of the last hour. Owned by the host.
class ClusterAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    struct Read
    {
        TickIndex tick = 0;
        double seconds = 1;
        std::vector<float> utilisation; ///< by GPU
        std::vector<float> nodePower;
        std::vector<float> gpuPower;
    };

    void sumUp(const Read& read, Derived& derived);

    SettledTicks m_ticks;
    // Used only by the worker:

    /// Measured energy of a period.
    struct Energy
    {
        double seconds = 0; ///< time in which the energy was measured
        double joules = 0;
    };
    SummedPower m_power;
    std::deque<Energy> m_lastHour;
    Energy m_sum;
    TickIndex m_lastTick = -1;
};

} // namespace lockstep
