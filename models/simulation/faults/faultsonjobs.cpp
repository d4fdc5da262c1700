// SPDX-License-Identifier: GPL-3.0-or-later
// The faults that strike jobs, clocks and memory rather than cooling and fabric.
#include "models/core/eventcodes.h"
#include "models/simulation/faults/drilltarget.h"
#include "models/simulation/faults/faultdirector.h"

#include <algorithm>

namespace lockstep::sim {

namespace {

Journal& journalOfGpu(DrillStage& stage, std::uint32_t gpu)
{
    return stage.journals[gpu / stage.spec.gpusPerNode];
}

} // namespace

void FaultDirector::applyOnce(const DrillFault& fault, Progress& progress, double from, double to,
                              DrillStage& stage) const
{
    const ResolvedTarget target = resolveTarget(fault, stage.spec, stage.fabric.tree());
    const bool isLoss = fault.kind == FaultKind::GpuOffBus;
    const double moment = isLoss ? fault.onsetSeconds : fault.endSeconds;
    if (progress.hasHappened || moment >= to)
        return;
    progress.hasHappened = true;
    if (!isLoss)
        stage.uncorrectedErrors[target.gpu] += 1;
    if (isLoss) // nothing is written: the driver's log is as silent as the telemetry
        stage.gpus.isAlive[target.gpu] = 0;
    else
        journalOfGpu(stage, target.gpu)
            .addEvent(stage.recovery.start() + nanoseconds(moment), Severity::Critical,
                      1 + target.gpu % stage.spec.gpusPerNode, codes::gpuXid,
                      "XID 48: double-bit ECC error; the GPU must be reset");
    stage.recovery.suspect(target.node, from);
    for (const auto& job : stage.jobs) {
        if (!job->runsOn(target.node))
            continue;
        if (isLoss)
            job->killGpu(target.gpu, moment);
        else
            stage.recovery.crash(*job, to);
    }
}

void FaultDirector::applyRest(const DrillFault& fault, Progress& progress, double level, double from,
                              DrillStage& stage) const
{
    const ResolvedTarget target = resolveTarget(fault, stage.spec, stage.fabric.tree());
    if (fault.kind == FaultKind::StorageContention) {
        stage.storage.setContention(level);
    } else if (fault.kind == FaultKind::MemoryErrors) {
        stage.correctedErrors[target.gpu] = static_cast<float>(level);
    } else if (fault.kind == FaultKind::ClockDrift) {
        if (level > 0)
            stage.journals[target.node].clockOffset = nanoseconds(level * 1e-3 * (from - fault.onsetSeconds) / 60);
    } else if (fault.kind == FaultKind::NoisyNeighbour) {
        stage.jobs[target.job]->setTrafficFactor(1 + 4 * level);
        const FatTree& tree = stage.fabric.tree();
        for (const std::uint32_t node : stage.jobs[target.job]->nodes()) {
            for (std::uint32_t rail = 0; rail < tree.rails; ++rail) {
                for (std::uint32_t spine = 0; spine < tree.spinesPerRail; ++spine)
                    stage.fabric.setBackground(tree.uplink(tree.leafOfNic(tree.nic(node, rail)), spine),
                                               static_cast<float>(level));
            }
        }
    } else if (fault.kind == FaultKind::RoutingImbalance) {
        stage.services[target.service]->setImbalance(level);
    } else if (fault.kind == FaultKind::RestartLoop && level > 0) {
        for (const auto& job : stage.jobs) {
            if (!job->runsOn(target.node) || job->state() != TrainingJob::State::Running)
                continue;
            if (progress.lastRestart <= 0)
                progress.lastRestart = fault.onsetSeconds;
            if (from - std::max(progress.lastRestart, job->runningSince()) < fault.periodSeconds)
                continue;
            progress.lastRestart = from;
            stage.journals[target.node].addEvent(stage.recovery.start() + nanoseconds(from), Severity::Warning, 1,
                                                 codes::gpuXid,
                                                 "XID 43: GPU stopped processing; the job was restarted");
            stage.recovery.crash(*job, from);
        }
    }
}

} // namespace lockstep::sim
