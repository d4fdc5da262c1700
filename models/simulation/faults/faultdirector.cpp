// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/faults/faultdirector.h"

#include "models/core/eventcodes.h"
#include "models/simulation/fabric/fabricreporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::sim {

namespace {

using enum FailureEffect;

constexpr std::array table{
    FailureRate{"Faulty GPU", 148, GpuLost, 79, true},
    FailureRate{"GPU HBM3 memory", 72, MemoryFault, 48, true},
    FailureRate{"Software bug", 54, ProcessCrash, 31, false},
    FailureRate{"Network switch/cable", 35, LinkDown, 0, false},
    FailureRate{"Host maintenance", 32, HostLost, 0, true},
    FailureRate{"GPU SRAM memory", 19, MemoryFault, 95, false},
    FailureRate{"GPU system processor", 17, GpuFault, 119, false},
    FailureRate{"NIC", 7, NicLost, 0, true},
    FailureRate{"NCCL watchdog timeouts", 7, ProcessCrash, 0, false},
    FailureRate{"Silent data corruption", 6, Silent, 0, true},
    FailureRate{"GPU thermal interface + sensor", 6, GpuFault, 62, true},
    FailureRate{"SSD", 3, HostLost, 0, true},
    FailureRate{"Power supply", 3, HostLost, 0, true},
    FailureRate{"Server chassis", 2, HostLost, 0, true},
    FailureRate{"IO expansion board", 2, HostLost, 0, true},
    FailureRate{"Dependency", 2, ProcessCrash, 0, false},
    FailureRate{"CPU", 2, HostLost, 0, true},
    FailureRate{"System memory", 2, HostLost, 0, true},
};

} // namespace

std::span<const FailureRate> publishedFailures()
{
    return table;
}

double publishedFailureRate()
{
    double interruptions = 0;
    for (const FailureRate& rate : table)
        interruptions += rate.interruptions;
    return interruptions / (54.0 * 86400.0) / 16384.0;
}

namespace {

/// A drill's target on one cluster: positions wrap around, and a target with the required type of cooling is chosen.
struct ResolvedTarget
{
    std::uint32_t node = 0;
    std::uint32_t gpu = 0; ///< of the whole cluster
    std::vector<std::uint32_t> gpus; ///< one GPU, or all of the node if the drill names none
    std::vector<std::uint32_t> racks;
    std::uint32_t loop = 0;
    std::uint32_t nic = 0;
    bool isNic = false; ///< of a link: node and rail were given, not leaf and spine
    std::vector<std::uint32_t> leaves;
    std::vector<std::uint32_t> uplinks;
    std::uint32_t job = 0;
    std::uint32_t service = 0;
};

/// The rack of a fault. Recirculation affects air cooling: the n-th rack without a loop, if there is any.
std::uint32_t pickRack(const DrillFault& fault, const ClusterSpec& spec)
{
    std::vector<std::uint32_t> choices;
    for (std::uint32_t rack = 0; rack < spec.racks.size(); ++rack) {
        if (fault.kind != FaultKind::HotAisleRecirculation || spec.racks[rack].loop.empty())
            choices.push_back(rack);
    }
    const std::uint32_t wanted = fault.target.rack.value_or(0);
    if (choices.empty())
        return wanted % static_cast<std::uint32_t>(spec.racks.size());
    return choices[wanted % choices.size()];
}

/// A hot aisle is shared by the rack and its neighbours in the row.
std::vector<std::uint32_t> racksOf(const DrillFault& fault, const ClusterSpec& spec)
{
    const std::uint32_t rack = pickRack(fault, spec);
    std::vector<std::uint32_t> racks{rack};
    for (std::uint32_t other = 0; fault.kind == FaultKind::HotAisleRecirculation && other < spec.racks.size();
         ++other) {
        const auto apart = static_cast<std::int64_t>(spec.racks[other].positionInRow) - spec.racks[rack].positionInRow;
        if (spec.racks[other].row == spec.racks[rack].row && (apart == 1 || apart == -1))
            racks.push_back(other);
    }
    return racks;
}

ResolvedTarget resolveTarget(const DrillFault& fault, const ClusterSpec& spec, const FatTree& tree)
{
    const FaultTarget& target = fault.target;
    ResolvedTarget found;
    found.node = target.node.value_or(0) % static_cast<std::uint32_t>(spec.nodes.size());
    found.gpu = found.node * spec.gpusPerNode + target.gpu.value_or(0) % spec.gpusPerNode;
    found.gpus = {found.gpu};
    if (!target.gpu && fault.kind == FaultKind::BlockedColdPlate) {
        found.gpus.clear();
        for (std::uint32_t slot = 0; slot < spec.gpusPerNode; ++slot)
            found.gpus.push_back(found.node * spec.gpusPerNode + slot);
    }
    found.racks = racksOf(fault, spec);
    found.loop = spec.loops.empty() ? 0 : target.loop.value_or(0) % static_cast<std::uint32_t>(spec.loops.size());
    found.job = spec.jobs.empty() ? 0 : target.job.value_or(0) % static_cast<std::uint32_t>(spec.jobs.size());
    found.service
        = spec.serving.empty() ? 0 : target.service.value_or(0) % static_cast<std::uint32_t>(spec.serving.size());

    const std::uint32_t rail = target.rail.value_or(0) % tree.rails;
    found.isNic = target.node.has_value() && !target.leaf.has_value();
    found.nic = tree.nic(found.node, rail);
    const std::uint32_t firstLeaf = rail * tree.leavesPerRail();
    for (std::uint32_t leaf = 0; leaf < tree.leavesPerRail(); ++leaf) {
        if (!target.leaf || *target.leaf % tree.leavesPerRail() == leaf)
            found.leaves.push_back(firstLeaf + leaf);
    }
    const std::uint32_t spine = target.spine.value_or(0) % tree.spinesPerRail;
    for (const std::uint32_t leaf : found.leaves)
        found.uplinks.push_back(tree.uplink(leaf, spine));
    return found;
}

/// Paths of a fault's targets: "node-0017/gpu3", "rack B04", "r0-leaf02/to:r0-spine05".
std::vector<std::string> targetNames(const DrillFault& fault, const ClusterSpec& spec, const FatTree& tree)
{
    const ResolvedTarget target = resolveTarget(fault, spec, tree);
    const auto& nodeName = spec.nodes[target.node].name;
    const std::uint32_t rail = fault.target.rail.value_or(0) % tree.rails;
    std::vector<std::string> names;
    switch (fault.kind) {
    case FaultKind::PumpDegradation:
        return {spec.loops.empty() ? std::string() : spec.loops[target.loop].name};
    case FaultKind::BlockedColdPlate:
        for (const std::uint32_t gpu : target.gpus)
            names.push_back(fmt::format("{}/gpu{}", nodeName, gpu % spec.gpusPerNode));
        return names;
    case FaultKind::HotAisleRecirculation:
    case FaultKind::RackPowerCap:
        for (const std::uint32_t rack : target.racks)
            names.push_back("rack " + spec.racks[rack].name);
        return names;
    case FaultKind::SlowGpu:
    case FaultKind::MemoryErrors:
    case FaultKind::GpuOffBus:
        return {fmt::format("{}/gpu{}", nodeName, target.gpu % spec.gpusPerNode)};
    case FaultKind::FlappingLink:
    case FaultKind::LinkErrors:
        if (!target.isNic) {
            for (const std::uint32_t uplink : target.uplinks)
                names.push_back(FabricReporter::leafName(tree, tree.leafOfUplink(uplink))
                                + "/to:" + FabricReporter::spineName(rail, tree.spineInRailOfUplink(uplink)));
            return names;
        }
        [[fallthrough]];
    case FaultKind::NicDown:
    case FaultKind::MaskedCommunicationFault:
        return {fmt::format("{}/mlx5_{}/1", nodeName, rail)};
    case FaultKind::HashPolarisation:
        for (const std::uint32_t leaf : target.leaves)
            names.push_back(FabricReporter::leafName(tree, leaf));
        return names;
    case FaultKind::CongestedSpine:
        return {FabricReporter::spineName(rail, fault.target.spine.value_or(0) % tree.spinesPerRail)};
    case FaultKind::StorageContention:
        return {"shared storage"};
    case FaultKind::ClockDrift:
    case FaultKind::RestartLoop:
        return {nodeName};
    case FaultKind::PowerSwing:
        return {"cluster"};
    case FaultKind::IdleAllocation:
        return {"job " + std::string(idleJobName)};
    case FaultKind::NoisyNeighbour:
        return {spec.jobs.empty() ? std::string() : "job " + spec.jobs[target.job].name};
    case FaultKind::RoutingImbalance:
        return {spec.serving.empty() ? std::string() : "service " + spec.serving[target.service].name};
    }
    return {};
}

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

void Recovery::suspect(std::uint32_t node, double now)
{
    std::erase(m_spares, node);
    if (std::ranges::find(m_suspects, node, &Suspect::node) == m_suspects.end())
        m_suspects.push_back({node, now + m_spec.repairSeconds});
}

void Recovery::crash(TrainingJob& job, double now)
{
    if (job.state() == TrainingJob::State::Running)
        restart(job, now);
}

void Recovery::restart(TrainingJob& job, double now)
{
    double wait = m_spec.restartSeconds;
    for (const Suspect& suspect : m_suspects) {
        if (!job.runsOn(suspect.node))
            continue;
        if (m_spares.empty()) {
            wait = std::max(wait, suspect.until - now); // no spare left: the job waits for the repair
        } else {
            job.replaceNode(suspect.node, m_spares.back());
            m_spares.pop_back();
        }
    }
    const double lost = job.abort(now, wait);
    if (!m_truth.failures.empty() && m_truth.failures.back().lostSeconds <= 0)
        m_truth.failures.back().lostSeconds = lost;
}

void Recovery::tick(double to, std::vector<std::unique_ptr<TrainingJob>>& jobs)
{
    m_repaired.clear();
    for (const Suspect& suspect : m_suspects) {
        if (suspect.until <= to)
            m_repaired.push_back(suspect.node);
    }
    std::erase_if(m_suspects, [to](const Suspect& suspect) { return suspect.until <= to; });
    for (const std::uint32_t node : m_repaired) {
        const bool isUsed = std::ranges::any_of(jobs, [node](const auto& job) { return job->runsOn(node); });
        if (!isUsed)
            m_spares.push_back(node);
    }
    for (const auto& job : jobs) {
        if (job->hungSince() && to - *job->hungSince() >= m_spec.collectiveTimeoutSeconds)
            restart(*job, to);
    }
}

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
        const bool isOfJobs = fault.kind == FaultKind::NoisyNeighbour || fault.kind == FaultKind::RestartLoop
            || fault.kind == FaultKind::PowerSwing;
        if (isOfJobs && spec.jobs.empty())
            return lacks("a training job");
        if (fault.kind == FaultKind::IdleAllocation && !spec.scheduler.isOn)
            return lacks("a scheduler");
        if (fault.kind == FaultKind::IdleAllocation && spec.nodesInUse() >= spec.usableNodes().size())
            return lacks("a node without work");
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
    } else if (fault.kind == FaultKind::LinkErrors) {
        for (const std::uint32_t uplink : target.uplinks)
            stage.fabric.setUplinkWear(uplink, static_cast<float>(level));
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
    } else if (fault.kind == FaultKind::MaskedCommunicationFault) {
        stage.fabric.setNicLoss(target.nic, static_cast<float>(level));
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
        case FaultKind::LinkErrors:
        case FaultKind::HashPolarisation:
        case FaultKind::CongestedSpine:
        case FaultKind::NicDown:
        case FaultKind::MaskedCommunicationFault:
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
    if (isLoss) // without an event: the driver logs nothing either
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
    } else if (fault.kind == FaultKind::IdleAllocation) {
        const std::vector<std::uint32_t> usable = stage.spec.usableNodes();
        const std::uint32_t used = stage.spec.nodesInUse();
        const auto unused = static_cast<std::uint32_t>(usable.size()) - used;
        stage.idleNodes.clear();
        if (level > 0)
            stage.idleNodes.push_back(usable[used + fault.target.node.value_or(0) % unused]);
    } else if (fault.kind == FaultKind::PowerSwing) {
        const auto slowest = std::ranges::max_element(
            stage.jobs, {}, [](const auto& job) { return std::isfinite(job->stepSeconds()) ? job->stepSeconds() : 0; });
        for (const auto& job : stage.jobs) {
            job->setWaitPower(1 - level);
            job->followSteps(level > 0 ? slowest->get() : nullptr);
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
