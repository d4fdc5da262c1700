// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-agent: reads this machine and serves what it finds.

#include "app/agent/agentoptions.h"
#include "app/agent/agentserving.h"
#include "app/agent/nodepage.h"
#include "app/agent/oncereport.h"
#include "app/agent/relayprogram.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/stopsignals.h"
#include "datasources/collectors/dumps/dumpshelf.h"
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "datasources/collectors/kineto/kinetorecorder.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/metricsservice/metricsserver.h"
#include "datasources/text/secretfile.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <malloc.h>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Connections from what is left once the counters have their files.
ServerLimits limitsFor(rlim_t files)
{
    constexpr rlim_t counters = 512 + 256; // and the scrapers
    ServerLimits limits = ServerLimits::forNodes(1);
    limits.connections = std::min(limits.connections, connectionsBeside(counters, files));
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
    config.metricsListen = options.metrics.value_or(config.metricsListen);
    config.root = options.root.value_or(config.root);
    config.nodeName = options.nodeName.value_or(config.nodeName);
    return config;
}

/// A target that is configured and does not answer fails the run, so that a script notices.
int printOnce(const AgentConfig& config, bool asJson)
{
    Collectors collectors = makeCollectors(config, AgentPurpose::Once);
    std::vector<const FacilityCollector*> polled;
    for (const auto& each : collectors) {
        if (const auto* const facility = dynamic_cast<const FacilityCollector*>(each.get()))
            polled.push_back(facility);
    }
    NodeSampler sampler(config, std::move(collectors));
    sampler.detect();
    const NodeTick tick = takeOneTick(sampler);
    const std::string report = asJson ? onceAsJson(*sampler.identity(), tick) : onceAsText(*sampler.identity(), tick);
    const bool isWritten
        = std::fwrite(report.data(), 1, report.size(), stdout) == report.size() && std::fflush(stdout) == 0;
    bool doAllAnswer = true;
    for (const FacilityCollector* const each : polled) {
        if (each->silentTargets() == 0)
            continue;
        doAllAnswer = false;
        const auto item = std::ranges::find(sampler.identity()->inventory, each->name(), &InventoryItem::collector);
        agentLog(fmt::format("{}: {}", each->name(), item->detail));
    }
    return isWritten && doAllAnswer ? AgentDone : AgentFailed;
}

/// Publishes to the hub and to the page of metrics, and logs what the agent found whenever that changed.
AgentOutput publishAndLog(TelemetryHub& hub, NodePage* page)
{
    AgentOutput output = publishTo(hub);
    output.describe = [describe = output.describe, page](std::shared_ptr<const NodeIdentity> identity) {
        for (const InventoryItem& item : identity->inventory)
            agentLog(fmt::format("{}: {}", item.collector, item.detail));
        if (page != nullptr)
            page->describe(identity);
        describe(std::move(identity));
    };
    if (page != nullptr) {
        output.publish = [publish = output.publish, page](const std::string& node, const NodeTick& tick,
                                                          std::shared_ptr<const std::vector<std::string>> names) {
            publish(node, tick, std::move(names));
            page->take(tick);
        };
    }
    return output;
}

Result<std::unique_ptr<MetricsServer>> offerMetrics(const AgentConfig& config, NodePage& page)
{
    ServerOptions serving = config.server;
    serving.listen = MetricsServer::wholeAddress(config.metricsListen);
    serving.log = agentLog;
    auto server = MetricsServer::start(serving, [&page](Exposition::Format format) { return page.text(format); });
    if (server.isOk())
        agentLog(fmt::format("offers metrics on {} (port {})", serving.listen, server.value()->port()));
    return server;
}

/// Null where it is not allowed, or cannot be.
std::unique_ptr<KinetoRecorder> makeRecorder(const AgentConfig& config, std::shared_ptr<const JobProcesses> processes)
{
    if (!config.recordsTraces)
        return nullptr;
    auto door = KinetoDoor::open();
    if (!door.isOk()) {
        agentLog("records no traces: " + door.error().message);
        return nullptr;
    }
    agentLog("records traces on demand, by way of " + config.traceFolder);
    KinetoRecorder::Options options;
    options.folder = config.traceFolder;
    return std::make_unique<KinetoRecorder>(std::move(options), std::move(door).value(), std::move(processes));
}

/// Null where it is not allowed.
std::unique_ptr<DumpShelf> makeShelf(const AgentConfig& config)
{
    if (!config.handsOverDumps)
        return nullptr;
    agentLog("hands over dumps of Flight Recorder that are kept in " + config.dumps.keep);
    return std::make_unique<DumpShelf>(config.dumps.keep);
}

int serve(const AgentConfig& config, const sigset_t& stopSignals)
{
    // Below the MemoryMax of the unit, together with what connections may take: over it, all of the ring would be lost.
    constexpr std::size_t ringBytes = 64U << 20U;
    TelemetryHub hub({.maximumBytesPerNode = ringBytes, .maximumBytes = ringBytes});
    ServerOptions serving = config.server;
    serving.limits = limitsFor(raiseFileLimit());
    const auto processes = std::make_shared<JobProcesses>();
    const std::unique_ptr<KinetoRecorder> recorder = makeRecorder(config, processes);
    serving.recorder = recorder.get();
    const std::unique_ptr<DumpShelf> shelf = makeShelf(config);
    serving.dumps = shelf.get();
    std::optional<NodePage> page;
    std::unique_ptr<MetricsServer> metrics;
    std::unique_ptr<NodeAgent> agent;
    const auto begin = [&](int port) {
        if (!config.metricsListen.empty()) {
            page.emplace();
            auto offered = offerMetrics(config, *page);
            if (!offered.isOk()) {
                agentLog(offered.error().message);
                return false;
            }
            metrics = std::move(offered).value();
        }
        agent = std::make_unique<NodeAgent>(config, makeCollectors(config, AgentPurpose::Serve, processes),
                                            publishAndLog(hub, page ? &*page : nullptr));
        agent->start();
        agentLog(fmt::format("{} serves on {} (port {})", agent->nodeName(), config.server.listen, port));
        return true;
    };
    return serveUntilSignal(serving, hub, stopSignals, begin, [&] {
        agent.reset(); // its socket with it
        metrics.reset();
    });
}

int run(int argumentCount, char** arguments)
{
    const auto options = parseAgentOptions(argumentCount, arguments);
    if (!options.isOk()) {
        agentLog(options.error().message);
        fmt::print(stderr, "\n{}", agentUsage());
        return AgentWrongUsage;
    }
    if (options.value().help || options.value().version) {
        if (options.value().help)
            fmt::print("{}", agentUsage());
        else
            fmt::print("lockstep-agent {}\n", LOCKSTEP_VERSION);
        return AgentDone;
    }
    const sigset_t stopSignals = blockStopSignals();
    ::mallopt(M_ARENA_MAX, 4); // each keeps for itself what a rush of callers has left
    const auto config = configure(options.value());
    if (!config.isOk()) {
        agentLog(config.error().message);
        return AgentWrongUsage;
    }
    if (options.value().relay)
        return serveAsRelay(*options.value().relay, config.value(), stopSignals);
    return options.value().once ? printOnce(config.value(), options.value().json) : serve(config.value(), stopSignals);
}

} // namespace

} // namespace lockstep

int main(int argumentCount, char** arguments)
{
    return lockstep::run(argumentCount, arguments);
}
