// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/jobspec.h"
#include "models/simulation/cluster/journal.h"
#include "models/simulation/jobs/stepplan.h"

#include <span>
#include <vector>

namespace lockstep::sim {

/// Writes a job's spans into its nodes' journals as they end, in the nodes' own clocks and names. Owned by the job.
class JobSpans
{
public:
    JobSpans(const JobSpec& spec, const RankGrid& grid, const StepWork& work, std::uint32_t gpusPerNode,
             std::vector<Journal>& journals, TimePoint start);

    /// Adds the names of every rank on its node; call again after a node was replaced.
    void place(std::span<const std::uint32_t> nodes);

    /// Writes spans that ended before @p to.
    void writeEnded(PlannedStep& step, double to);
    /// Writes one span for each rank: a restart, or the time-out of a collective.
    void writeForAll(SpanKind kind, const std::string& op, double from, double to, std::uint32_t step);
    /// For ranks that wait in a collective that does not end: writes the collective as a marker or, with its end, as a
    /// wait.
    void writePending(const PlannedStep& step, double at, bool hasTimedOut);

private:
    struct RankNames
    {
        std::uint32_t lane, job, tensor, data, pipeline, world;
    };
    struct NodeOps
    {
        std::vector<std::uint32_t> byPhase; ///< index into the node's names
        std::uint32_t step = 0;
    };

    void writePhase(const PlannedStep& step, std::size_t phase, std::uint32_t rank);
    [[nodiscard]] Span blank(std::uint32_t rank, double from, double to) const;
    void describe(Span& span, std::size_t phase, std::uint32_t rank, std::uint64_t serial) const;
    [[nodiscard]] Journal& journalOf(std::uint32_t rank) const { return m_journals[m_nodes[rank / m_gpusPerNode]]; }

    std::string m_jobName;
    RankGrid m_grid;
    StepWork m_work;
    std::uint32_t m_gpusPerNode;
    std::vector<Journal>& m_journals;
    TimePoint m_start;
    std::vector<std::uint32_t> m_nodes;
    std::vector<RankNames> m_names; ///< by rank
    std::vector<NodeOps> m_ops; ///< by position in m_nodes
};

} // namespace lockstep::sim
