// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/selftest/nodeuse.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

namespace lockstep {

double idleCpuThreshold(double cpus)
{
    constexpr double share = 0.1;
    return std::max(1.0, share * cpus);
}

std::string inUseReason(const NodeUse& use, std::optional<double> testCpus)
{
    constexpr double idleUtilisation = 0.05;
    const auto counted = [](double count, const char* one, const char* many) {
        return count == 1 ? fmt::format("1 {}", one) : fmt::format("{:.0f} {}", count, many);
    };
    if (use.slurmJobs > 0)
        return counted(use.slurmJobs, "Slurm job is running on this node", "Slurm jobs are running on this node");
    if (use.allocatedGpus > 0)
        return fmt::format("the scheduler has allocated {:.0f} of its GPUs", use.allocatedGpus);
    if (use.gpuProcesses > 0)
        return counted(use.gpuProcesses, "process is running on its GPUs", "processes are running on its GPUs");
    if (use.gpusUnknown > 0)
        return fmt::format("the processes on {} of its GPUs are unknown", use.gpusUnknown);
    if (!testCpus && use.gpuUtilisation > idleUtilisation)
        return fmt::format("a GPU is {:.0f} % busy", 100 * use.gpuUtilisation);
    if (!use.busyCpus)
        return "its CPU load is unknown";
    const double others = *use.busyCpus - testCpus.value_or(0);
    if (others > idleCpuThreshold(use.cpus))
        return fmt::format("other processes use {:.1f} of {:.0f} CPUs", others, use.cpus);
    return {};
}

void PeerTestPermit::set(std::string refusalReason)
{
    const std::scoped_lock lock(m_mutex);
    m_refusalReason = std::move(refusalReason);
}

std::string PeerTestPermit::refusalReason() const
{
    const std::scoped_lock lock(m_mutex);
    return m_refusalReason;
}

void NodeUseReader::learn(const std::shared_ptr<const NodeLayout>& layout)
{
    m_layout = layout;
    m_places.clear();
    m_gpus = 0;
    for (const EntityDescriptor& entity : layout->entities)
        m_gpus += entity.kind == EntityKind::Gpu ? 1 : 0;
    const std::string& own = layout->entities.front().name;
    const auto kindOf = [&](const std::string& metric, std::uint32_t entity) -> std::optional<Kind> {
        if (metric == metrics::node::cpuUtilisation && entity == 0)
            return Kind::CpuUtilisation;
        // The scheduler's node of that name is a separate entity.
        if (metric == metrics::node::gpusAllocated && layout->entities[entity].name == own)
            return Kind::AllocatedGpus;
        if (metric == metrics::gpu::processes)
            return Kind::GpuProcesses;
        return metric == metrics::gpu::utilisation ? std::optional(Kind::GpuUtilisation) : std::nullopt;
    };
    std::size_t at = 0;
    for (const ColumnDescriptor& column : layout->columns) {
        for (const std::uint32_t entity : column.entities) {
            if (const auto kind = kindOf(layout->metrics[column.metric].name, entity))
                m_places.push_back({*kind, at});
            ++at;
        }
    }
}

NodeUse NodeUseReader::read(const NodeTick& tick)
{
    if (m_layout != tick.layout)
        learn(tick.layout);
    NodeUse use;
    use.cpus = std::max(1U, std::thread::hardware_concurrency());
    use.gpus = m_gpus;
    use.gpusUnknown = m_gpus;
    for (const Place& place : m_places) {
        const auto value = static_cast<double>(tick.values[place.at]);
        if (std::isnan(value))
            continue;
        switch (place.kind) {
        case Kind::CpuUtilisation:
            use.busyCpus = value * use.cpus;
            break;
        case Kind::AllocatedGpus:
            use.allocatedGpus += value;
            break;
        case Kind::GpuProcesses:
            use.gpuProcesses += value;
            --use.gpusUnknown;
            break;
        case Kind::GpuUtilisation:
            use.gpuUtilisation = std::max(use.gpuUtilisation, value);
            break;
        }
    }
    return use;
}

} // namespace lockstep
