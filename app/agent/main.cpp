// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-agent: reads this machine and serves what it finds.

#include "app/agent/agentoptions.h"
#include "app/agent/oncereport.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/telemetryhub.h"
#include "datasources/collectors/huboutput.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace lockstep {

namespace {

enum ExitCode : int { Done = 0, Failed = 1, WrongUsage = 2 };

void log(std::string_view message)
{
    fmt::print(stderr, "lockstep-agent: {}\n", message);
}

/// Signals that end the agent, blocked in every thread, since main waits for them. To be called before any thread is
/// made.
sigset_t blockStopSignals()
{
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return signals;
}

/// Each counter of each adapter keeps a file open; the usual soft limit of 1024 is not enough for eight of them.
void raiseFileLimit()
{
    constexpr rlim_t enough = 16384;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= enough)
        return;
    limit.rlim_cur = std::min(enough, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

Result<AgentConfig> configure(const AgentOptions& options)
{
    const std::string usual = "/etc/lockstep/agent.toml";
    AgentConfig config;
    if (options.configFile || ::access(usual.c_str(), F_OK) == 0) {
        auto read = readAgentConfig(options.configFile.value_or(usual));
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
    raiseFileLimit();
    TelemetryHub hub;
    auto server = AgentServer::start(config.server, hub);
    if (!server.isOk()) {
        log(server.error().message);
        return Failed;
    }
    NodeAgent agent(config, makeCollectors(config), publishAndLog(hub));
    agent.start();
    log(fmt::format("{} serves on {} (port {})", agent.nodeName(), config.server.listen, server.value()->port()));

    int signal = 0;
    ::sigwait(&stopSignals, &signal);
    log(fmt::format("stops on signal {}", signal));
    agent.stop();
    server.value()->stop();
    return Done;
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
