// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/simulationfile.h"

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/plan/namepattern.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

constexpr double longestSeconds = 30.0 * 86400;
constexpr std::size_t largestIndex = 1'000'000;

std::string knownKinds()
{
    std::string words;
    for (int kind = 0; kind <= static_cast<int>(sim::FaultKind::PowerSwing); ++kind)
        words += (kind == 0 ? "" : ", ") + std::string(sim::faultKindName(static_cast<sim::FaultKind>(kind)));
    return words;
}

std::optional<std::uint32_t> indexOf(TomlTable& table, std::string_view key)
{
    const auto value = table.count(key, 0, largestIndex);
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

Result<sim::DrillFault> readFault(const toml::table& source, const std::string& origin)
{
    TomlTable table(source, origin, "[[fault]]");
    sim::DrillFault fault;
    const std::string kind = table.text("kind");
    fault.target = {indexOf(table, "rack"),  indexOf(table, "node"), indexOf(table, "gpu"),
                    indexOf(table, "loop"),  indexOf(table, "rail"), indexOf(table, "leaf"),
                    indexOf(table, "spine"), indexOf(table, "job"),  indexOf(table, "service")};
    fault.onsetSeconds = table.number("onset", 0, longestSeconds).value_or(fault.onsetSeconds);
    fault.rampSeconds = table.number("ramp", 0, longestSeconds).value_or(fault.rampSeconds);
    const auto end = table.number("end", 0, longestSeconds);
    fault.endSeconds = end.value_or(fault.endSeconds);
    fault.severity = table.number("severity", 0, 10'000).value_or(fault.severity);
    fault.periodSeconds = table.number("period", 1, longestSeconds).value_or(fault.periodSeconds);
    if (const Status status = table.finish(); !status.isOk())
        return status.error();
    const auto known = sim::faultKindFromName(kind);
    if (!known)
        return table.errorAt("kind", fmt::format("unknown fault \"{}\"; expected one of {}", kind, knownKinds()));
    fault.kind = *known;
    if (end && *end <= fault.onsetSeconds)
        return table.errorAt("end", fmt::format("end must be later than the onset at {} s", fault.onsetSeconds));
    const bool isShare = fault.kind != sim::FaultKind::BlockedColdPlate && fault.kind != sim::FaultKind::MemoryErrors
        && fault.kind != sim::FaultKind::ClockDrift;
    if (isShare && fault.severity > 1)
        return table.errorAt("severity", "expected a number from 0 to 1");
    return fault;
}

Result<sim::Consequence> readConsequence(const toml::table& source, const std::string& origin)
{
    TomlTable table(source, origin, "[[consequence]]");
    sim::Consequence consequence;
    consequence.afterSeconds = table.number("after", 0, longestSeconds).value_or(0);
    consequence.metric = table.textOr("metric", {});
    consequence.effect = table.text("effect");
    return table.finished(std::move(consequence));
}

Result<sim::Drill> readDrill(const toml::table& root, const std::string& origin)
{
    TomlTable table(root, origin, "a drill file");
    const toml::table* const head = table.table("drill");
    const auto faults = table.tables("fault");
    const auto consequences = table.tables("consequence");
    if (const Status status = table.finish(); !status.isOk())
        return status.error();
    if (head == nullptr)
        return table.errorAt("drill", "expected a table [drill] with name and summary");

    TomlTable about(*head, origin, "[drill]");
    sim::Drill drill;
    drill.name = about.text("name");
    drill.summary = about.text("summary");
    drill.cause = about.textOr("cause", {});
    drill.durationSeconds = about.number("duration", 1, longestSeconds).value_or(drill.durationSeconds);
    if (const Status status = about.finish(); !status.isOk())
        return status.error();
    if (drill.cause.empty() != faults.empty())
        return about.errorAt("cause", "expected a cause if the drill has faults, and no cause otherwise");
    for (const toml::table* source : faults) {
        Result<sim::DrillFault> fault = readFault(*source, origin);
        if (!fault.isOk())
            return fault.error();
        drill.faults.push_back(std::move(fault).value());
    }
    for (const toml::table* source : consequences) {
        Result<sim::Consequence> consequence = readConsequence(*source, origin);
        if (!consequence.isOk())
            return consequence.error();
        drill.consequences.push_back(std::move(consequence).value());
    }
    return drill;
}

} // namespace

Result<sim::Drill> parseDrill(std::string_view text, const std::string& origin)
{
    const Result<toml::table> root = parseToml(text, origin);
    return root.isOk() ? readDrill(root.value(), origin) : Result<sim::Drill>(root.error());
}

Result<sim::Drill> readDrillFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path);
    return text.isOk() ? parseDrill(text.value(), path) : Result<sim::Drill>(text.error());
}

namespace {

constexpr double huge = 1e15;

void take(TomlTable& table, std::string_view key, double& value, double min = 0, double max = huge)
{
    value = table.number(key, min, max).value_or(value);
}

void take(TomlTable& table, std::string_view key, std::uint32_t& value, std::size_t min = 0)
{
    if (const auto found = table.count(key, min, 1'000'000))
        value = static_cast<std::uint32_t>(*found);
}

Status readLoop(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[[simulation.loop]]");
    sim::LoopSpec loop;
    const std::string namePattern = table.text("name");
    const std::string pattern = table.text("racks");
    take(table, "flow", loop.ratedFlowLpm, 1);
    take(table, "set_point", loop.setPointCelsius, 1, 80);
    take(table, "primary", loop.primaryCelsius, 1, 80);
    take(table, "effectiveness", loop.exchangerEffectiveness, 0.05, 0.99);
    take(table, "volume", loop.volumeLitres, 1);
    if (Status status = table.finish(); !status.isOk())
        return status;
    const auto names = expandPattern(namePattern, std::nullopt);
    if (!names.isOk())
        return table.errorAt("name", names.error().message);
    const auto racks = expandPattern(pattern, std::nullopt);
    if (!racks.isOk())
        return table.errorAt("racks", racks.error().message);
    if (racks.value().size() % names.value().size() != 0)
        return table.errorAt("racks",
                             fmt::format("expected a number of racks that is a multiple of the {} loops, found {}",
                                         names.value().size(), racks.value().size()));
    const std::size_t perLoop = racks.value().size() / names.value().size();
    for (std::size_t at = 0; at < racks.value().size(); ++at) {
        const auto rack = std::ranges::find(spec.racks, racks.value()[at], &sim::RackSpec::name);
        if (rack == spec.racks.end())
            return table.errorAt("racks", fmt::format("expected names of racks, found \"{}\"", racks.value()[at]));
        rack->loop = names.value()[at / perLoop];
    }
    for (const std::string& name : names.value()) {
        loop.name = name;
        spec.loops.push_back(loop);
    }
    return success();
}

Status readJob(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[[simulation.job]]");
    sim::JobSpec job;
    job.name = table.text("name");
    job.tenant = table.textOr("tenant", job.tenant);
    take(table, "nodes", job.nodes);
    take(table, "tensor_parallel", job.tensorParallel, 1);
    take(table, "pipeline_parallel", job.pipelineParallel, 1);
    take(table, "parameters", job.parameters, 1e6);
    take(table, "layers", job.layers, 1);
    take(table, "hidden", job.hidden, 1);
    take(table, "tokens_per_step", job.tokensPerStep);
    take(table, "sequence_length", job.sequenceLength, 1);
    take(table, "kernel_efficiency", job.kernelEfficiency, 0.01, 1);
    take(table, "interleave", job.interleave, 1);
    take(table, "exposed_share", job.exposedShare, 0, 1);
    take(table, "checkpoint_every_steps", job.checkpointEverySteps);
    take(table, "steps_total", job.stepsTotal);
    take(table, "intensity", job.intensity, 0, 1.2);
    take(table, "start", job.startSeconds);
    const std::string placement = table.textOr("placement", "scattered");
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (placement != "scattered" && placement != "packed")
        return table.errorAt("placement", "expected \"scattered\" or \"packed\"");
    job.placement = placement == "packed" ? sim::Placement::Packed : sim::Placement::Scattered;
    spec.jobs.push_back(std::move(job));
    return success();
}

Status readService(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[[simulation.service]]");
    sim::ServingSpec service;
    service.name = table.text("name");
    service.tenant = table.textOr("tenant", service.tenant);
    take(table, "prefill_nodes", service.prefillNodes, 1);
    take(table, "decode_nodes", service.decodeNodes, 1);
    take(table, "requests", service.requestsPerSecond);
    take(table, "prompt_tokens", service.promptTokens, 1);
    take(table, "answer_tokens", service.answerTokens, 1);
    take(table, "prefill_rate", service.prefillTokensPerSecond, 1);
    take(table, "decode_rate", service.decodeTokensPerSecond, 1);
    take(table, "activation_bytes", service.activationBytesPerToken);
    if (Status status = table.finish(); !status.isOk())
        return status;
    spec.serving.push_back(std::move(service));
    return success();
}

Status readFabric(const toml::table& source, const std::string& origin, sim::FabricSpec& fabric)
{
    TomlTable table(source, origin, "[simulation.fabric]");
    take(table, "nics_per_node", fabric.nicsPerNode, 1);
    take(table, "nodes_per_leaf", fabric.nodesPerLeaf, 1);
    take(table, "spines_per_rail", fabric.spinesPerRail, 1);
    take(table, "nic_rate", fabric.nicGBps, 0.1);
    take(table, "uplink_rate", fabric.uplinkGBps, 0.1);
    take(table, "efficiency", fabric.efficiency, 0.05, 1);
    fabric.reportsSpinePorts = table.flag("spine_ports").value_or(fabric.reportsSpinePorts);
    const std::string routing = table.textOr("routing", "adaptive");
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (routing != "adaptive" && routing != "hash")
        return table.errorAt("routing", "expected \"adaptive\" or \"hash\"");
    fabric.routing = routing == "hash" ? sim::Routing::EqualCostHash : sim::Routing::Adaptive;
    return success();
}

Status readFailures(const toml::table& source, const std::string& origin, sim::FailureSpec& failures)
{
    TomlTable table(source, origin, "[simulation.failures]");
    failures.isOn = table.flag("on").value_or(true);
    take(table, "acceleration", failures.acceleration);
    take(table, "restart", failures.restartSeconds);
    take(table, "collective_timeout", failures.collectiveTimeoutSeconds, 1);
    take(table, "repair", failures.repairSeconds, 1);
    return table.finish();
}

Status readScheduler(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[simulation.scheduler]");
    spec.scheduler.isOn = table.flag("on").value_or(true);
    const auto waiting = table.tables("waiting");
    const auto drained = table.tables("drained");
    if (Status status = table.finish(); !status.isOk())
        return status;
    for (const toml::table* each : waiting) {
        TomlTable entry(*each, origin, "[[simulation.scheduler.waiting]]");
        sim::SchedulerSpec::Waiting job;
        job.name = entry.text("name");
        job.tenant = entry.textOr("tenant", sim::JobSpec().tenant);
        take(entry, "gpus", job.gpus, 1);
        take(entry, "waited", job.waitedSeconds);
        if (Status status = entry.finish(); !status.isOk())
            return status;
        spec.scheduler.queue.push_back(std::move(job));
    }
    for (const toml::table* each : drained) {
        TomlTable entry(*each, origin, "[[simulation.scheduler.drained]]");
        const std::string name = entry.text("node");
        const std::string reason = entry.textOr("reason", "");
        if (Status status = entry.finish(); !status.isOk())
            return status;
        const auto node = std::ranges::find(spec.nodes, name, &sim::NodeSpec::name);
        if (node == spec.nodes.end())
            return entry.errorAt("node", fmt::format("expected the name of a node, found \"{}\"", name));
        spec.scheduler.drained.push_back({static_cast<std::uint32_t>(node - spec.nodes.begin()), reason});
    }
    return success();
}

Status readHall(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[simulation.hall]");
    take(table, "air_supply", spec.air.supplyCelsius, 1, 60);
    take(table, "node_air_flow", spec.air.nodeFlowM3ps, 0.001, 10);
    take(table, "liquid_capture", spec.air.liquidCaptureRatio, 0, 1);
    take(table, "host_idle_power", spec.host.idleWatts);
    take(table, "host_busy_power", spec.host.busyWatts);
    take(table, "storage_rate", spec.storage.writeGBps, 0.1);
    take(table, "node_storage_rate", spec.storage.nodeGBps, 0.1);
    return table.finish();
}

/// Reads the table [simulation] of a cluster file into a spec whose racks and nodes are known. Used by
/// simulationfile.cpp.
Status readSimulationTable(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec)
{
    TomlTable table(source, origin, "[simulation]");
    const std::string product = table.textOr("gpu", "H100");
    take(table, "gpus_per_node", spec.gpusPerNode, 1);
    const auto loops = table.tables("loop");
    const auto jobs = table.tables("job");
    const auto services = table.tables("service");
    const toml::table* const fabric = table.table("fabric");
    const toml::table* const failures = table.table("failures");
    const toml::table* const scheduler = table.table("scheduler");
    const toml::table* const hall = table.table("hall");
    if (Status status = table.finish(); !status.isOk())
        return status;
    const auto gpu = sim::findGpuModel(product);
    if (!gpu) {
        std::string known;
        for (const sim::GpuModel& model : sim::gpuModels())
            known += (known.empty() ? "" : ", ") + std::string(model.name);
        return table.errorAt("gpu", fmt::format("unknown GPU \"{}\"; expected one of {}", product, known));
    }
    spec.gpu = *gpu;
    using Reader = Status (*)(const toml::table&, const std::string&, sim::ClusterSpec&);
    const std::pair<const std::vector<const toml::table*>*, Reader> lists[]
        = {{&loops, readLoop}, {&jobs, readJob}, {&services, readService}};
    for (const auto& [tables, read] : lists) {
        for (const toml::table* entry : *tables) {
            if (Status status = read(*entry, origin, spec); !status.isOk())
                return status;
        }
    }
    if (fabric != nullptr) {
        if (Status status = readFabric(*fabric, origin, spec.fabric); !status.isOk())
            return status;
    }
    if (failures != nullptr) {
        if (Status status = readFailures(*failures, origin, spec.failures); !status.isOk())
            return status;
    }
    if (scheduler != nullptr) {
        if (Status status = readScheduler(*scheduler, origin, spec); !status.isOk())
            return status;
    }
    return hall == nullptr ? success() : readHall(*hall, origin, spec);
}

/// Racks and nodes of the topology, in its order. Excludes reporters, such as the agent of a loop.
sim::ClusterSpec placesOf(const Topology& topology)
{
    sim::ClusterSpec spec;
    spec.name = topology.clusterName();
    for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
        const EntityRef ref{EntityKind::Rack, rack};
        const RackPlace& place = topology.rackPlace(ref);
        spec.racks.push_back({topology.name(ref), place.row, place.positionInRow, {}});
    }
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node); ++node) {
        const EntityRef ref{EntityKind::Node, node};
        if (isReporter(topology, ref))
            continue;
        const NodePlace& place = topology.nodePlace(ref);
        spec.nodes.push_back({topology.name(ref), topology.parent(ref).index, place.bottomUnit, place.heightUnits});
    }
    return spec;
}

constexpr double flowOfGpu = 1.4; ///< litres per minute, as in the demo
constexpr double minutesOfVolume = 0.5; ///< time for one circulation of the coolant

/// The simulator's GPU model with the longest name that matches the plan.
std::optional<sim::GpuModel> plannedGpu(const Topology& topology)
{
    std::optional<sim::GpuModel> found;
    for (const PlannedNode& node : topology.plan() ? topology.plan()->nodes : std::vector<PlannedNode>()) {
        for (const sim::GpuModel& model : sim::gpuModels()) {
            if (node.gpuModel.find(model.name) != std::string::npos
                && (!found || std::string_view(model.name).size() > std::string_view(found->name).size()))
                found = model;
        }
    }
    return found;
}

void takeLoops(const Topology& topology, sim::ClusterSpec& spec)
{
    std::map<std::uint32_t, std::uint32_t> nodesOfRack;
    for (const sim::NodeSpec& node : spec.nodes)
        ++nodesOfRack[node.rack];
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        sim::LoopSpec loop;
        loop.name = topology.name({EntityKind::Loop, index});
        std::uint32_t nodes = 0;
        for (const EntityRef rack : topology.served({EntityKind::Loop, index})) {
            const bool isCooled = rack.index < spec.racks.size() && !spec.racks[rack.index].loop.empty();
            if (rack.kind != EntityKind::Rack || rack.index >= spec.racks.size() || isCooled)
                continue;
            spec.racks[rack.index].loop = loop.name;
            nodes += nodesOfRack[rack.index];
        }
        if (nodes == 0)
            continue;
        loop.ratedFlowLpm = flowOfGpu * nodes * spec.gpusPerNode;
        if (topology.plan()) {
            const auto planned = std::ranges::find(topology.plan()->loops, loop.name, &PlannedLoop::name);
            if (planned != topology.plan()->loops.end() && planned->flowLpm > 0)
                loop.ratedFlowLpm = planned->flowLpm;
        }
        loop.volumeLitres = std::max(1.0, minutesOfVolume * loop.ratedFlowLpm);
        spec.loops.push_back(std::move(loop));
    }
}

/// GPUs and cabled ports of the node that has most.
void takeNodeParts(const Topology& topology, sim::ClusterSpec& spec)
{
    std::uint32_t gpus = 0;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        std::uint32_t own = 0;
        std::uint32_t nics = 0;
        for (const EntityRef part : topology.children({EntityKind::Node, index})) {
            own += part.kind == EntityKind::Gpu ? 1 : 0;
            nics += part.kind == EntityKind::Port && topology.peer(part).isValid() ? 1 : 0;
        }
        gpus = std::max(gpus, own);
        spec.fabric.nicsPerNode = std::max(spec.fabric.nicsPerNode, nics);
    }
    spec.gpusPerNode = gpus > 0 ? gpus : spec.gpusPerNode;
}

/// Two training jobs and a service, or one job on a few nodes. Some nodes stay idle.
void addWork(sim::ClusterSpec& spec)
{
    constexpr std::uint32_t few = 16;
    const auto nodes = static_cast<std::uint32_t>(spec.nodes.size());
    sim::JobSpec job;
    job.name = "train-a";
    job.tensorParallel = std::min(8U, spec.gpusPerNode & (~spec.gpusPerNode + 1)); // largest power of two that divides
    job.checkpointEverySteps = 24;
    if (nodes < few) {
        job.parameters = 8e9;
        job.layers = 32;
        job.hidden = 4096;
        job.nodes = nodes < 4 ? nodes : nodes - 1;
        spec.jobs.push_back(job);
    } else {
        job.pipelineParallel = 2;
        job.nodes = nodes * 5 / 8 / 2 * 2;
        spec.jobs.push_back(job);
        job.name = "train-b";
        job.tenant = "vision";
        job.nodes = nodes / 4 / 2 * 2;
        spec.jobs.push_back(job);
        sim::ServingSpec service;
        service.prefillNodes = service.decodeNodes = 1;
        spec.serving.push_back(service);
    }
    spec.scheduler.isOn = true;
    spec.storage.writeGBps = std::max(40.0, 1.2 * nodes);
}

} // namespace

Result<sim::ClusterSpec> simulatedHall(const Topology& topology)
{
    sim::ClusterSpec spec = placesOf(topology);
    if (spec.nodes.empty())
        return Error{"The cluster has no nodes to simulate"};
    takeNodeParts(topology, spec);
    takeLoops(topology, spec);
    spec.gpu = plannedGpu(topology).value_or(sim::findGpuModel("H100").value_or(spec.gpu));
    spec.fabric.reportsSpinePorts = spec.nodes.size() <= 256;
    addWork(spec);
    return spec;
}

Result<sim::ClusterSpec> parseSimulation(std::string_view text, const std::string& origin)
{
    const Result<ClusterFile> places = parseClusterFile(text, origin);
    if (!places.isOk())
        return places.error();
    sim::ClusterSpec spec = placesOf(*places.value().topology);
    if (spec.nodes.empty())
        return Error{fmt::format("{}: expected [[node]] tables, found none", origin)};
    const Result<toml::table> root = parseToml(text, origin);
    if (!root.isOk())
        return root.error();
    if (const toml::table* const simulation = root.value()["simulation"].as_table()) {
        if (const Status status = readSimulationTable(*simulation, origin, spec); !status.isOk())
            return status.error();
    }
    return spec;
}

Result<sim::ClusterSpec> readSimulationFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path, budget::planFileBytes);
    return text.isOk() ? parseSimulation(text.value(), path) : Result<sim::ClusterSpec>(text.error());
}

} // namespace lockstep
