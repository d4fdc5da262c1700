// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-sim: a simulated cluster behind the agents' service.

#include "app/analyze/commandresult.h"
#include "app/program/startprogram.h"
#include "app/scoring/scorecommand.h"
#include "app/simulator/clusterpublisher.h"
#include "app/simulator/simulatoroptions.h"
#include "app/simulator/truthreport.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/log.h"
#include "models/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <memory>
#include <string_view>

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
            return Error{fmt::format("--nodes {}: {} has only {} nodes", *options.nodes, options.clusterFile,
                                     spec.value().nodes.size())};
        spec.value().nodes.resize(*options.nodes);
    }
    spec.value().gpusPerNode = options.gpus.value_or(spec.value().gpusPerNode);
    return spec;
}

/// The simulation requested on the command line, beginning at @p start.
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

/// How long the hub keeps ticks: the user's value, or the time that fits into about half a gigabyte for this many
/// nodes.
Duration historyOf(const SimulatorOptions& options, std::size_t nodes)
{
    const double fits = historyBytes / (bytesPerTick * static_cast<double>(std::max<std::size_t>(nodes, 1)));
    const double seconds
        = options.historySeconds.value_or(std::clamp(fits, shortestHistorySeconds, longestHistorySeconds));
    return durationOfSeconds(seconds);
}

enum ExitCode : int { Done = 0, Failed = 1, WrongUsage = 2 };

/// Waits until @p due on the wall clock. @return false on a stop signal
bool waitUntil(TimePoint due, const sigset_t& stopSignals)
{
    const Duration rest = std::max(due - wallClockNow(), Duration::zero());
    const auto whole = std::chrono::floor<std::chrono::seconds>(rest);
    const timespec timeout{static_cast<std::time_t>(whole.count()), static_cast<long>((rest - whole).count())};
    for (;;) {
        if (::sigtimedwait(&stopSignals, nullptr, &timeout) > 0)
            return false;
        if (errno != EINTR)
            return true;
    }
}

/// Waits until every reader has received what was published, because a simulation that runs faster than its readers
/// would leave gaps. A reader that receives nothing at all is disconnected.
/// @return false when a signal requests a stop
bool waitForReaders(const AgentServer& server, const sigset_t& stopSignals)
{
    constexpr timespec pause{0, 1'000'000};
    while (server.hasLaggingReaders()) {
        if (::sigtimedwait(&stopSignals, nullptr, &pause) > 0)
            return false;
    }
    return true;
}

int simulate(const Log& log, const SimulatorOptions& options, const sigset_t& stopSignals)
{
    const SimulationPace pace(options, wallClockNow());
    Result<std::unique_ptr<sim::Simulation>> made = makeSimulation(options, pace.start());
    if (!made.isOk()) {
        log.error("simulator", made.error().message);
        return WrongUsage;
    }
    const std::size_t nodes = made.value()->nodeCount();
    TelemetryHub hub({.history = historyOf(options, nodes)});
    ClusterPublisher publisher(std::move(made).value(), hub);
    if (options.chaos)
        publisher.setChaos(options.seed);
    publisher.describeAll();
    ServerOptions serving;
    serving.listen = options.listen;
    auto server = AgentServer::start(serving, hub);
    if (!server.isOk()) {
        log.error("server", server.error().message);
        return Failed;
    }
    log.info("simulator",
             fmt::format("simulating {} nodes with {} GPUs each, and {} other agents, on {} (port {}); drill: {}",
                         publisher.simulation().spec().nodes.size(), publisher.simulation().spec().gpusPerNode,
                         nodes - publisher.simulation().spec().nodes.size(), options.listen, server.value()->port(),
                         publisher.simulation().truth().drill));
    const auto isOver = [&] {
        return options.durationSeconds
            && std::chrono::duration<double>(publisher.now() - pace.start()).count() >= *options.durationSeconds;
    };
    constexpr int ticksAhead = 60; // of the slowest reader; far less than the ticks kept for it
    int unpaced = 0; // ticks published as fast as possible since readers were last waited for
    for (TimePoint due = pace.due(publisher.now() + SimulationPace::period);
         !isOver() && waitUntil(due, stopSignals);) {
        publisher.publishNext();
        due = pace.due(publisher.now() + SimulationPace::period);
        unpaced = due < wallClockNow() ? unpaced + 1 : 0;
        if (unpaced < ticksAhead)
            continue;
        if (!waitForReaders(*server.value(), stopSignals))
            break;
        unpaced = 0;
    }
    if (isOver())
        (void)waitForReaders(*server.value(), stopSignals);
    server.value()->stop();
    if (options.truthFile.empty())
        return Done;
    const Status written = writeTruth(publisher.simulation(), options.truthFile);
    if (!written.isOk())
        log.error("simulator", written.error().message);
    return written.isOk() ? Done : Failed;
}

int run(int argumentCount, char** arguments)
{
    const CommandPage page = simulatorPage();
    const Result<CommandInput> line = readCommand(page, argumentsFrom(1, argumentCount, arguments));
    const Result<SimulatorOptions> options = line.isOk() ? simulatorOptions(line.value()) : line.error();
    if (!options.isOk())
        return print(wrongUsage(page, options.error().message));
    if (line.value().answer)
        return print({0, *line.value().answer, {}});
    return simulate(Log(line.value()), options.value(), blockStopSignals());
}

} // namespace

} // namespace lockstep

int main(int argumentCount, char** arguments)
{
    if (const std::optional<int> code = lockstep::startProgram("lockstep-sim", argumentCount, arguments))
        return *code;
    if (argumentCount > 1 && std::string_view(arguments[1]) == "score")
        return lockstep::runScore(argumentCount - 1, arguments + 1);
    return lockstep::run(argumentCount, arguments);
}
