// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Values from the other collectors that show whether work is running on this node, for one tick. A plain value.
struct NodeUse
{
    std::optional<double> busyCpus; ///< average number; nullopt: not measured
    double cpus = 1;
    double slurmJobs = 0; ///< with a control group
    double allocatedGpus = 0; ///< according to the scheduler, if this agent queries it
    double gpuProcesses = 0; ///< except child processes of this one
    std::size_t gpus = 0;
    std::size_t gpusUnknown = 0; ///< of which the processes are not known
    double gpuUtilisation = 0; ///< of the busiest GPU
};

/// CPUs that others may use while a node counts as idle.
[[nodiscard]] double idleCpuThreshold(double cpus);

/// Why no self-test may run; empty: the node is idle.
/// @param testCpus CPUs that a running self-test uses itself; nullopt: none is running
[[nodiscard]] std::string inUseReason(const NodeUse& use, std::optional<double> testCpus);

/// Whether other nodes may test their bandwidth to this one. Set by the collector in each tick, read by the server;
/// thread-safe.
class PeerTestPermit
{
public:
    /// @param refusalReason empty: they may
    void set(std::string refusalReason);
    [[nodiscard]] std::string refusalReason() const;

private:
    mutable std::mutex m_mutex;
    std::string m_refusalReason = "its use is not yet known";
};

/// Finds the values that NodeUse needs in ticks of one layout. A plain value; used on the sampling thread.
class NodeUseReader
{
public:
    /// Leaves slurmJobs at 0, because no metric counts the jobs.
    [[nodiscard]] NodeUse read(const NodeTick& tick);

private:
    enum class Kind : std::uint8_t { CpuUtilisation, AllocatedGpus, GpuProcesses, GpuUtilisation };
    struct Place
    {
        Kind kind;
        std::size_t at; ///< in the values of a tick
    };

    void learn(const std::shared_ptr<const NodeLayout>& layout);

    std::shared_ptr<const NodeLayout> m_layout;
    std::vector<Place> m_places;
    std::size_t m_gpus = 0;
};

} // namespace lockstep
