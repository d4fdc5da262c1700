// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-agent: reads this machine and serves what it finds.

#include "app/agent/agentoptions.h"
#include "app/agent/oncereport.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/stopsignals.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/text/secretfile.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

enum ExitCode : int { Done = 0, Failed = 1, WrongUsage = 2 };

void log(std::string_view message)
{
    fmt::print(stderr, "lockstep-agent: {}\n", message);
}

/// Each counter of each adapter keeps a file open; the usual soft limit of 1024 is not enough for eight of them.
/// @return how many there may be now
rlim_t raiseFileLimit()
{
    constexpr rlim_t enough = 16384;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    if (limit.rlim_cur < enough) {
        const rlim_t before = std::exchange(limit.rlim_cur, std::min(enough, limit.rlim_max));
        if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
            return before;
    }
    return limit.rlim_cur;
}

/// Connections, which take three files each, from what is left once the counters have theirs: strangers decide how
/// many.
ServerLimits limitsFor(rlim_t files)
{
    constexpr rlim_t counters = 512;
    ServerLimits limits = ServerLimits::forNodes(1);
    const rlim_t max = files > 2 * counters ? (files - counters) / 4 : counters / 4;
    limits.connections = std::min<std::size_t>(limits.connections, max);
    return limits;
}

Result<AgentConfig> configure(const AgentOptions& options)
{
    const std::string usual = "/etc/lockstep/agent.toml";
    AgentConfig config;
    if (options.configFile || ::access(usual.c_str(), F_OK) == 0) {
        const std::string file = options.configFile.value_or(usual);
        if (Status isPrivate = checkFilePrivacy(file, false).status; !isPrivate.isOk())
            return isPrivate.error();
        auto read = readAgentConfig(file);
        if (!read.isOk())
            return read;
        config = std::move(read).value();
    }
    config.server.listen = options.listen.value_or(config.server.listen);
    config.root = options.root.value_or(config.root);
    config.nodeName = options.nodeName.value_or(config.nodeName);
    return config;
}

int printOnce(const AgentConfig& config, bool asJson)
{
    NodeSampler sampler(config, makeCollectors(config, AgentPurpose::Once));
    sampler.detect();
    const NodeTick tick = takeOneTick(sampler);
    const std::string report = asJson ? onceAsJson(*sampler.identity(), tick) : onceAsText(*sampler.identity(), tick);
    const bool isWritten
        = std::fwrite(report.data(), 1, report.size(), stdout) == report.size() && std::fflush(stdout) == 0;
    return isWritten ? Done : Failed;
}

/// Publishes to the hub, and logs what the agent found whenever that changed.
AgentOutput publishAndLog(TelemetryHub& hub)
{
    AgentOutput output = publishTo(hub);
    output.describe = [describe = output.describe](std::shared_ptr<const NodeIdentity> identity) {
        for (const InventoryItem& item : identity->inventory)
            log(fmt::format("{}: {}", item.collector, item.detail));
        describe(std::move(identity));
    };
    return output;
}

int serve(const AgentConfig& config, const sigset_t& stopSignals)
{
    // Below the MemoryMax of the unit, together with what connections may take: over it, all of the ring would be lost.
    constexpr std::size_t ringBytes = 64U << 20U;
    TelemetryHub hub({.maximumBytesPerNode = ringBytes, .maximumBytes = ringBytes});
    std::atomic<bool> isDeaf = false;
    ServerOptions serving = config.server;
    serving.limits = limitsFor(raiseFileLimit());
    serving.log = log;
    serving.whenDeaf = [&isDeaf](const std::string& why) {
        log(why + ": ends, to be started anew");
        isDeaf = true;
        ::kill(::getpid(), SIGTERM);
    };
    auto server = AgentServer::start(serving, hub);
    if (!server.isOk()) {
        log(server.error().message);
        return Failed;
    }
    auto agent = std::make_unique<NodeAgent>(config, makeCollectors(config), publishAndLog(hub));
    agent->start();
    log(fmt::format("{} serves on {} (port {})", agent->nodeName(), config.server.listen, server.value()->port()));

    int signal = 0;
    ::sigwait(&stopSignals, &signal);
    if (!isDeaf)
        log(fmt::format("stops on signal {}", signal));
    agent.reset(); // its socket with it
    server.value()->stop();
    // Nothing is left to write, and to be rid of a reader that is stuck gRPC takes longer than systemd waits.
    std::fflush(nullptr);
    std::_Exit(isDeaf ? Failed : Done);
}

int run(int argumentCount, char** arguments)
{
    const auto options = parseAgentOptions(argumentCount, arguments);
    if (!options.isOk()) {
        log(options.error().message);
        fmt::print(stderr, "\n{}", agentUsage());
        return WrongUsage;
    }
    if (options.value().help || options.value().version) {
        if (options.value().help)
            fmt::print("{}", agentUsage());
        else
            fmt::print("lockstep-agent {}\n", LOCKSTEP_VERSION);
        return Done;
    }
    const sigset_t stopSignals = blockStopSignals();
    ::mallopt(M_ARENA_MAX, 4); // each keeps for itself what a rush of callers has left
    const auto config = configure(options.value());
    if (!config.isOk()) {
        log(config.error().message);
        return WrongUsage;
    }
    return options.value().once ? printOnce(config.value(), options.value().json) : serve(config.value(), stopSignals);
}

} // namespace

} // namespace lockstep

int main(int argumentCount, char** arguments)
{
    return lockstep::run(argumentCount, arguments);
}
