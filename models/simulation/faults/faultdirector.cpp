// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/faults/faultdirector.h"

#include "models/core/eventcodes.h"
#include "models/simulation/faults/drilltarget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr double never = 1e17;

TimePoint momentOf(TimePoint start, double seconds)
{
    return seconds >= never ? TimePoint::max() : start + nanoseconds(seconds);
}

Journal& journalOfGpu(DrillStage& stage, std::uint32_t gpu)
{
    return stage.journals[gpu / stage.spec.gpusPerNode];
}

} // namespace

FaultDirector::FaultDirector(const Drill& drill) : m_faults(drill.faults), m_progress(drill.faults.size()) { }

Status FaultDirector::check(const Drill& drill, const ClusterSpec& spec)
{
    for (const DrillFault& fault : drill.faults) {
        const auto lacks = [&](const char* what) {
            return Error{fmt::format("drill \"{}\": {} needs {}, and cluster {} has none", drill.name,
                                     faultKindName(fault.kind), what, spec.name)};
        };
        if (fault.kind == FaultKind::PumpDegradation && spec.loops.empty())
            return lacks("a coolant loop");
        if (fault.kind == FaultKind::RoutingImbalance && spec.serving.empty())
            return lacks("an inference service");
        if ((fault.kind == FaultKind::NoisyNeighbour || fault.kind == FaultKind::RestartLoop) && spec.jobs.empty())
            return lacks("a training job");
    }
    return success();
}

std::vector<TrueFault> FaultDirector::resolve(const ClusterSpec& spec, const FatTree& tree, TimePoint start) const
{
    std::vector<TrueFault> faults;
    for (const DrillFault& fault : m_faults)
        faults.push_back({fault.kind, momentOf(start, fault.onsetSeconds), momentOf(start, fault.endSeconds),
                          fault.severity, targetNames(fault, spec, tree)});
    return faults;
}

void FaultDirector::applyHeat(const DrillFault& fault, double level, DrillStage& stage) const
{
    const ResolvedTarget target = resolveTarget(fault, stage.spec, stage.fabric.tree());
    if (fault.kind == FaultKind::PumpDegradation) {
        stage.hall.setPumpSpeed(target.loop, 1 - level);
    } else if (fault.kind == FaultKind::BlockedColdPlate) {
        for (const std::uint32_t gpu : target.gpus)
            stage.hall.setBlockage(gpu, 1 + level);
    } else if (fault.kind == FaultKind::HotAisleRecirculation) {
        for (const std::uint32_t rack : target.racks)
            stage.hall.setRecirculation(rack, level);
    } else if (fault.kind == FaultKind::SlowGpu) {
        stage.gpus.speedFactor[target.gpu] = static_cast<float>(1 - level);
    } else if (fault.kind == FaultKind::RackPowerCap) {
        const double limit = stage.spec.gpu.boardPowerWatts * (1 - level);
        for (std::uint32_t gpu = 0; gpu < stage.gpus.count(); ++gpu) {
            if (stage.spec.nodes[gpu / stage.spec.gpusPerNode].rack == target.racks.front())
                stage.gpus.powerLimit[gpu] = static_cast<float>(limit);
        }
    }
}

void FaultDirector::applyFabric(const DrillFault& fault, double level, double now, DrillStage& stage) const
{
    const ResolvedTarget target = resolveTarget(fault, stage.spec, stage.fabric.tree());
    if (fault.kind == FaultKind::FlappingLink) {
        const double phase = std::fmod(std::max(0.0, now - fault.onsetSeconds), fault.periodSeconds);
        const bool isUp = level <= 0 || phase >= level * fault.periodSeconds;
        if (target.isNic)
            stage.fabric.setNicUp(target.nic, isUp);
        for (std::size_t at = 0; !target.isNic && at < target.uplinks.size(); ++at) {
            stage.fabric.setUplinkUp(target.uplinks[at], isUp);
            stage.fabric.setUplinkErrors(target.uplinks[at], level > 0 ? 12.0F : 0.0F);
        }
    } else if (fault.kind == FaultKind::HashPolarisation) {
        for (const std::uint32_t leaf : target.leaves)
            stage.fabric.setPolarisation(leaf, static_cast<float>(level));
    } else if (fault.kind == FaultKind::CongestedSpine) {
        for (const std::uint32_t uplink : target.uplinks)
            stage.fabric.setUplinkCapacity(uplink, static_cast<float>(1 - level));
    } else if (fault.kind == FaultKind::NicDown) {
        stage.fabric.setNicUp(target.nic, level <= 0);
        if (level > 0)
            stage.recovery.suspect(target.node, now);
    }
}

void FaultDirector::tick(double from, double to, DrillStage& stage)
{
    for (std::size_t at = 0; at < m_faults.size(); ++at) {
        const DrillFault& fault = m_faults[at];
        Progress& progress = m_progress[at];
        const double level = fault.levelAt(from);
        const bool isOver = level <= 0 && progress.level <= 0;
        switch (fault.kind) {
        case FaultKind::PumpDegradation:
        case FaultKind::BlockedColdPlate:
        case FaultKind::HotAisleRecirculation:
        case FaultKind::SlowGpu:
        case FaultKind::RackPowerCap:
            if (!isOver && level != progress.level)
                applyHeat(fault, level, stage);
            break;
        case FaultKind::FlappingLink:
        case FaultKind::HashPolarisation:
        case FaultKind::CongestedSpine:
        case FaultKind::NicDown:
            if (!isOver)
                applyFabric(fault, level, from, stage);
            break;
        case FaultKind::GpuOffBus:
            applyOnce(fault, progress, from, to, stage);
            break;
        case FaultKind::MemoryErrors:
            applyOnce(fault, progress, from, to, stage);
            [[fallthrough]];
        default:
            if (!isOver)
                applyRest(fault, progress, level, from, stage);
        }
        progress.level = level;
    }
}

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
                      "XID 48: double-bit ECC error; the GPU must be reset", {.xid = 48});
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
                                                 codes::gpuXid, "XID 43: GPU stopped processing; the job was restarted",
                                                 {.xid = 43});
            stage.recovery.crash(*job, from);
        }
    }
}

} // namespace lockstep::sim
