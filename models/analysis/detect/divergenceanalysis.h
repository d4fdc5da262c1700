// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/divergencewatch.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// Compares the values that the ranks of a job compute; see DivergenceWatch. The GPUs of a job are known from its
/// spans. Owned by the host.
class DivergenceAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    using Jobs = std::vector<DivergenceWatch::Job>;

    SettledTicks m_ticks;
    std::size_t m_lanes = 0; ///< number of lanes from which the jobs were determined
    std::uint64_t m_lanesOf = 0; ///< generation of the lanes
    std::shared_ptr<const Jobs> m_jobs;
    DivergenceWatch m_watch; ///< used by the worker, like the following members
    TickIndex m_lastTick = 0;
};

} // namespace lockstep
