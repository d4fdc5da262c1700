// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/fabric/fabric.h"
#include "models/simulation/facility/hall.h"
#include "models/simulation/physics/gpubank.h"
#include "models/simulation/physics/random.h"

#include <map>
#include <memory>
#include <vector>

namespace lockstep::sim {

/// References to all data from which a node's counters are computed; lives as long as the simulation.
struct NodeState
{
    const GpuBank& gpus;
    const Fabric& fabric;
    const Hall& hall;
    const std::vector<float>& hostLoad; ///< by node, 0 to 1
    const std::vector<double>& storageBytes; ///< by node, of this tick
    const std::vector<float>& storageWait; ///< by node: share of the tick spent waiting for storage
    const std::vector<float>& correctedErrors; ///< by GPU, per second
    const std::vector<float>& uncorrectedErrors; ///< by GPU, of this tick
};

/// Simulates the agent of a GPU node: identity, layout, and values per tick with the resolution of NVML, sysfs and
/// procfs (whole degrees, whole percents, clock steps). Nodes on the same leaves share one layout. Owned by the
/// simulation.
class NodeReporter
{
public:
    NodeReporter(const ClusterSpec& spec, const FatTree& tree, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity(std::uint32_t node) const
    {
        return m_identities[node];
    }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout(std::uint32_t node) const { return m_layouts[node]; }

    /// Makes the agent of that node also report the job's own metrics.
    /// @param tokens per step
    void addJob(std::uint32_t node, const JobSpec& job, double tokens);

    /// Writes all values of a node's tick; @p values has the layout's sampleCount().
    void write(std::uint32_t node, const NodeState& state, double seconds, Random& noise,
               std::vector<float>& values) const;

private:
    /// @param node one of those that share the layout: same loop, same leaves
    [[nodiscard]] std::shared_ptr<const NodeLayout> makeLayout(std::uint32_t node, const std::string& loop,
                                                               const JobSpec* job = nullptr) const;
    void writeGpus(std::uint32_t node, const NodeState& state, double seconds, Random& noise, float* values) const;
    float* writePorts(std::uint32_t node, const NodeState& state, double seconds, float* values) const;

    ClusterSpec m_spec;
    FatTree m_tree;
    std::uint32_t m_gpus;
    std::uint32_t m_nics;
    std::vector<std::shared_ptr<const NodeIdentity>> m_identities;
    std::vector<std::shared_ptr<const NodeLayout>> m_layouts;
    std::map<std::uint32_t, std::vector<float>> m_jobs; ///< by node, the values at the end of its layout
};

} // namespace lockstep::sim
