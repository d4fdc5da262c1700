// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/simulatorsetup.h"

#include "datasources/clusterfile/drillfile.h"
#include "datasources/clusterfile/simulationfile.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::uint32_t defaultNodes = 64;
constexpr std::uint32_t defaultGpus = 8;
constexpr double historyBytes = 512e6;
constexpr double bytesPerTick = 3500; // of one node with eight GPUs, spans included
constexpr double longestHistorySeconds = 720;
constexpr double shortestHistorySeconds = 30;

Result<sim::ClusterSpec> clusterOf(const SimulatorOptions& options)
{
    if (options.clusterFile.empty())
        return sim::makeCluster(options.nodes.value_or(defaultNodes), options.gpus.value_or(defaultGpus),
                                *sim::findGpuModel("H100"));
    Result<sim::ClusterSpec> spec = readSimulationFile(options.clusterFile);
    if (!spec.isOk())
        return spec;
    if (options.nodes) {
        if (*options.nodes > spec.value().nodes.size())
            return Error{fmt::format("--nodes {}: {} has only {}", *options.nodes, options.clusterFile,
                                     spec.value().nodes.size())};
        spec.value().nodes.resize(*options.nodes);
    }
    spec.value().gpusPerNode = options.gpus.value_or(spec.value().gpusPerNode);
    return spec;
}

} // namespace

Result<std::unique_ptr<sim::Simulation>> makeSimulation(const SimulatorOptions& options, TimePoint start)
{
    Result<sim::ClusterSpec> spec = clusterOf(options);
    if (!spec.isOk())
        return spec.error();
    sim::Drill drill;
    if (!options.drillFile.empty()) {
        Result<sim::Drill> read = readDrillFile(options.drillFile);
        if (!read.isOk())
            return read.error();
        drill = std::move(read).value();
    }
    return sim::Simulation::create(std::move(spec).value(), drill, options.seed, start);
}

Duration historyOf(const SimulatorOptions& options, std::size_t nodes)
{
    const double fits = historyBytes / (bytesPerTick * static_cast<double>(std::max<std::size_t>(nodes, 1)));
    const double seconds
        = options.historySeconds.value_or(std::clamp(fits, shortestHistorySeconds, longestHistorySeconds));
    return durationOfSeconds(seconds);
}

} // namespace lockstep
