// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/eventcodes.h"
#include "models/simulation/simulationparts.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::sim {

void Simulation::Parts::applyFailures(double from, double to)
{
    DrillStage stage{
        spec, gpus, hall, fabric, storage, jobs, services, journals, correctedErrors, uncorrectedErrors, *recovery};
    director.tick(from, to, stage);
    for (const DueFailure& failure : failures.take(to))
        failHardware(failure, to);
    // A die past its shutdown limit switches itself off: it falls off the bus.
    for (const std::uint32_t gpu : gpus.overheated) {
        if (gpus.isAlive[gpu] == 0)
            continue;
        gpus.isAlive[gpu] = 0;
        const std::uint32_t node = gpu / spec.gpusPerNode;
        journals[node].addEvent(start + nanoseconds(from), Severity::Critical, 1 + gpu % spec.gpusPerNode,
                                codes::gpuXid,
                                fmt::format("XID 79: GPU has fallen off the bus at {:.0f} degrees", gpus.die[gpu]));
        recovery->suspect(node, from);
        for (const auto& job : jobs)
            job->killGpu(gpu, from);
    }
}

void Simulation::Parts::failHardware(const DueFailure& failure, double to)
{
    const FailureRate& kind = *failure.kind;
    const std::uint32_t node = failure.gpu / spec.gpusPerNode;
    const std::uint32_t slot = failure.gpu % spec.gpusPerNode;
    const std::uint32_t nic = tree.nic(node, slot * tree.rails / spec.gpusPerNode);
    const TimePoint when = start + nanoseconds(failure.atSeconds);
    truth.failures.push_back(
        {when, std::string(kind.component), fmt::format("{}/gpu{}", spec.nodes[node].name, slot), !kind.needsRepair});
    if (kind.xid != 0)
        journals[node].addEvent(when, Severity::Critical, 1 + slot, codes::gpuXid,
                                fmt::format("XID {}: {}", kind.xid, kind.component));
    if (kind.needsRepair && kind.effect != FailureEffect::Silent)
        recovery->suspect(node, to);

    bool hangs = false;
    switch (kind.effect) {
    case FailureEffect::GpuLost:
        gpus.isAlive[failure.gpu] = 0;
        hangs = true;
        break;
    case FailureEffect::MemoryFault:
        uncorrectedErrors[failure.gpu] += 1;
        break;
    case FailureEffect::HostLost:
        isHostUp[node] = 0;
        for (std::uint32_t gpu = node * spec.gpusPerNode; gpu < (node + 1) * spec.gpusPerNode; ++gpu)
            gpus.isAlive[gpu] = 0;
        hangs = true;
        break;
    case FailureEffect::NicLost:
    case FailureEffect::LinkDown: // back by itself after a while when it was a cable
        fabric.setNicUp(nic, false);
        journals[node].addEvent(when, Severity::Critical, 1 + spec.gpusPerNode + nic % tree.rails, codes::portDown,
                                "Link lost");
        downNics.push_back({nic, failure.atSeconds + (kind.needsRepair ? spec.failures.repairSeconds : cableSeconds)});
        return;
    case FailureEffect::Silent:
        return;
    case FailureEffect::GpuFault:
    case FailureEffect::ProcessCrash:
        break;
    }
    for (const auto& job : jobs) {
        if (!job->runsOn(node))
            continue;
        if (hangs)
            job->killGpu(failure.gpu, failure.atSeconds);
        else
            recovery->crash(*job, to);
    }
}

void Simulation::Parts::repairHardware()
{
    const double now = static_cast<double>(ticksDone + 1) * seconds;
    for (const std::uint32_t node : recovery->repaired()) {
        isHostUp[node] = 1;
        for (std::uint32_t gpu = node * spec.gpusPerNode; gpu < (node + 1) * spec.gpusPerNode; ++gpu)
            gpus.isAlive[gpu] = 1;
    }
    for (const DownNic& down : downNics) {
        if (down.until <= now)
            fabric.setNicUp(down.nic, true);
    }
    std::erase_if(downNics, [now](const DownNic& down) { return down.until <= now; });
}

} // namespace lockstep::sim
