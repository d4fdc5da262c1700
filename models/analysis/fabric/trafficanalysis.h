// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/jobtraffic.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep {

/// Compares jobs' traffic with their own past, on the store. Owned by the host.
class TrafficAnalysis final : public Analysis
{
public:
    /// @param book stores baselines over a restart; null: they are learned anew
    explicit TrafficAnalysis(LearnedBook* book = nullptr) : m_traffic(book) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    using Jobs = std::vector<JobTraffic::Job>;

    [[nodiscard]] static std::shared_ptr<const Jobs> jobsOf(const ClusterStore& store);

    static constexpr TickIndex lookAgainAfter = 30; ///< ticks until jobs and their nodes are read again
    SettledTicks m_ticks; ///< used by the GUI thread, like the following members
    std::shared_ptr<const Jobs> m_jobs;
    TickIndex m_examined = 0;
    std::size_t m_lanes = 0;
    JobTraffic m_traffic; ///< used by the worker
};

} // namespace lockstep
