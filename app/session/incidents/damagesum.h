// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/jobdamage.h"
#include "models/core/ids.h"
#include "models/incidents/costinputs.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Computes the damage in a period. Steps, tokens, rolled-back work and delay come from the reports of jobs, capacity
/// out of service from the reports of the scheduler. Works in short steps. A plain value; GUI thread.
class DamageSum
{
public:
    /// @param ticks of the incident
    /// @param entities of the incident. Only jobs among them are counted. A node that was out of service before the
    /// incident counts only if it is one of them or contains one.
    DamageSum(const ClusterStore& store, TickRange ticks, const std::vector<EntityRef>& entities);

    [[nodiscard]] bool isComplete() const { return m_job >= m_jobs.size() && m_nextTick >= m_ticks.to; }
    [[nodiscard]] MetricId touch(const ClusterStore& store) const; ///< requests the data that step() reads next
    [[nodiscard]] TickRange touched() const; ///< the ticks of the requested data
    void step(const ClusterStore& store);

    /// Fills in measured values with their sources, and the reasons why other values are missing.
    void settle(const ClusterStore& store, CostInputs& costs) const;

private:
    struct HitJob
    {
        std::string name;
        JobDamage damage;
        double tokensPerStep = JobDamage::unknown;
    };
    struct NodeService
    {
        double unavailable = JobDamage::unknown; ///< GPUs, as last reported
        TickIndex reported = 0; ///< tick of that report
        bool wasOut = false; ///< in the first report
        double gpuSeconds = 0;
    };

    void readJob(const ClusterStore& store);
    void readNodes(const ClusterStore& store);
    [[nodiscard]] bool isOfIncident(const ClusterStore& store, std::uint32_t node) const;
    [[nodiscard]] double gpusOut(const ClusterStore& store, std::uint32_t node, float unavailable, float drained) const;
    void settleRollbacks(const ClusterStore& store, CostInputs& costs) const;
    void settleProgress(CostInputs& costs) const;
    void settleCapacity(const ClusterStore& store, CostInputs& costs) const;

    TickRange m_ticks;
    TickRange m_jobTicks; ///< including the time before the range
    std::vector<EntityRef> m_entities;
    std::vector<EntityRef> m_jobs;
    std::size_t m_job = 0; ///< next
    std::size_t m_row = 0; ///< of its metrics, next
    JobSeries m_series; ///< of the next job, as far as it was read
    std::vector<float> m_tokens;
    std::vector<float> m_stepsTotal;
    std::vector<HitJob> m_hit; ///< with a measured loss
    TickIndex m_nextTick = 0; ///< next tick of the scheduler's reports to read
    TickIndex m_stride = 1; ///< ticks between reports that are read
    std::vector<NodeService> m_nodes;
};

} // namespace lockstep
