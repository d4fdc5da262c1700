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
    /// @param book that outlives a restart; null: what is usual is learned anew
    explicit TrafficAnalysis(LearnedBook* book = nullptr) : m_traffic(book) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    using Jobs = std::vector<JobTraffic::Job>;

    [[nodiscard]] static std::shared_ptr<const Jobs> jobsOf(const ClusterStore& store);

    static constexpr TickIndex lookAgainAfter = 30; ///< ticks: jobs come and go, and move to other nodes
    SettledTicks m_ticks; ///< the GUI thread's, as the next
    std::shared_ptr<const Jobs> m_jobs;
    TickIndex m_examined = 0;
    std::size_t m_lanes = 0;
    JobTraffic m_traffic; ///< the worker's
};

} // namespace lockstep
