// SPDX-License-Identifier: GPL-3.0-or-later
// lockstep-agent: measures this machine and serves the samples.

#include "app/agent/agentoptions.h"
#include "app/agent/nodepage.h"
#include "app/agent/oncereport.h"
#include "app/agent/selftestcommand.h"
#include "app/program/startprogram.h"
#include "datasources/agentclient/tracefetch.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/collectors/dumps/dumpstore.h"
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/jobs/jobprocesses.h"
#include "datasources/collectors/kineto/kinetorecorder.h"
#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/collectors/sampling/hostidentity.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/metricsservice/metricsserver.h"
#include "datasources/relay/telemetryrelay.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/log.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

enum AgentExit : int { AgentDone = 0, AgentFailed = 1, AgentWrongUsage = 2 };

/// Maximum number of connections of a server that needs @p files for itself and three more for each connection. Needed
/// because the number of clients is unlimited.
std::size_t connectionsBeside(rlim_t files, rlim_t limit)
{
    return limit > 2 * files ? (limit - files) / 4 : files / 4;
}

/// Serves the hub until a stop signal arrives or the hub becomes unreachable, then ends the process.
/// @param begin called with the port once the server runs; returns false to abort
/// @param end called before the server stops
/// @return exit code if the server could not start
int serveUntilSignal(const Log& log, ServerOptions options, TelemetryHub& hub, const sigset_t& stopSignals,
                     const std::function<bool(int port)>& begin, const std::function<void()>& end)
{
    std::atomic<bool> isDeaf = false;
    options.log = log.sink(Log::Level::Info, "server");
    options.onUnresponsive = [&isDeaf, &log](const std::string& why) {
        log.error("server", why + "; exiting, so that the service manager restarts the agent");
        isDeaf = true;
        ::kill(::getpid(), SIGTERM);
    };
    auto server = AgentServer::start(options, hub);
    if (!server.isOk()) {
        log.error("server", server.error().message);
        return AgentFailed;
    }
    if (!begin(server.value()->port()))
        return AgentFailed;
    int signal = 0;
    ::sigwait(&stopSignals, &signal);
    if (!isDeaf)
        log.info("agent", fmt::format("stopping on signal {}", signal));
    end();
    server.value()->stop();
    // Skips destructors, because with a stuck reader gRPC's shutdown takes longer than systemd waits.
    std::fflush(nullptr);
    std::_Exit(isDeaf ? AgentFailed : AgentDone);
}

/// Twelve minutes of a node with eight GPUs take about 2 MiB, or several times that if jobs post many records.
constexpr TelemetryHub::Limits relayRings{.maximumBytesPerNode = 16U << 20U, .maximumBytes = std::size_t{4} << 30U};

std::string relayName(const ClusterFile& file, const AgentConfig& config)
{
    if (!config.nodeName.empty() || file.relays.size() != 1)
        return describeHost(config).name;
    return file.relays.front().name;
}

ServerLimits relayLimits(std::size_t nodes)
{
    // One connection per followed node, two while it connects.
    ServerLimits limits = ServerLimits::forNodes(nodes);
    limits.connections = std::min(limits.connections, connectionsBeside(256 + 2 * nodes, raiseFileLimit()));
    return limits;
}

/// `lockstep-agent --relay`: follows the nodes of a cluster file and serves all of them until a stop signal arrives.
/// @param config serving options and the relay's name in the cluster file; if empty, this machine's name or that of the
/// file's only relay
/// @return exit code
int serveAsRelay(const Log& log, const std::string& clusterFile, const AgentConfig& config, const sigset_t& stopSignals)
{
    const Result<ClusterFile> file = readClusterFile(clusterFile);
    if (!file.isOk()) {
        log.error("relay", file.error().message);
        return AgentWrongUsage;
    }
    const std::string name = relayName(file.value(), config);
    Result<std::vector<AgentEndpoint>> follows = followedByRelay(file.value(), name);
    if (!follows.isOk()) {
        log.error("relay", fmt::format("{}: {}", clusterFile, follows.error().message));
        return AgentWrongUsage;
    }
    TelemetryHub hub(relayRings);
    TelemetryRelay relay(name, std::move(follows).value(), hub, log.sink(Log::Level::Info, "relay"));
    ServerOptions serving = config.server;
    serving.limits = relayLimits(relay.nodeCount());
    const auto begin = [&](int port) {
        relay.start();
        log.info("relay",
                 fmt::format("relay {} reads {} nodes and serves on {} (port {})", name, relay.nodeCount(),
                             config.server.listen, port));
        return true;
    };
    return serveUntilSignal(log, serving, hub, stopSignals, begin, [&relay] { relay.stop(); });
}

/// Connection limits, from the number of files that the counters leave.
ServerLimits agentLimits(rlim_t files)
{
    constexpr rlim_t counters = 512 + 256; // counters, and connections of scrapers
    ServerLimits limits = ServerLimits::forNodes(1);
    limits.connections = std::min(limits.connections, connectionsBeside(counters, files));
    return limits;
}

/// Path of the configuration file to use; empty: none.
std::string configurationFile(const AgentOptions& options)
{
    const std::string usual = "/etc/lockstep/agent.toml";
    return options.configFile ? *options.configFile : ::access(usual.c_str(), F_OK) == 0 ? usual : std::string();
}

Result<AgentConfig> checkedConfig(const std::string& file)
{
    if (Status isPrivate = checkFilePrivacy(file, false).status; !isPrivate.isOk())
        return isPrivate.error();
    return readAgentConfig(file);
}

/// Arguments with which a self-test connects to other agents: as a client with this agent's certificate and token.
std::vector<std::string> peerCredentials(const AgentConfig& config)
{
    std::vector<std::string> arguments{"--token-file", config.server.bearerTokenFile};
    if (!config.selfTest.peerCa.empty())
        arguments.insert(arguments.end(), {"--ca", config.selfTest.peerCa});
    if (!config.selfTest.peerCa.empty() && !config.server.clientCaFile.empty())
        arguments.insert(arguments.end(),
                         {"--cert", config.server.certificateFile, "--key", config.server.privateKeyFile});
    return arguments;
}

Result<AgentConfig> configure(const AgentOptions& options)
{
    AgentConfig config;
    if (const std::string file = configurationFile(options); !file.empty()) {
        auto read = checkedConfig(file);
        if (!read.isOk())
            return read;
        config = std::move(read).value();
    }
    config.server.listen = options.listen.value_or(config.server.listen);
    config.metricsListen = options.metrics.value_or(config.metricsListen);
    config.root = options.root.value_or(config.root);
    config.nodeName = options.nodeName.value_or(config.nodeName);
    config.selfTest.program = "/proc/self/exe";
    config.selfTest.credentials = peerCredentials(config);
    if (config.selfTest.isEnabled && !config.selfTest.plan.peers.empty())
        config.selfTest.permit = std::make_shared<PeerTestPermit>();
    return config;
}

/// The configuration after command-line options have overridden keys of the file.
Result<std::string> effectiveConfig(const AgentOptions& options)
{
    const std::string file = configurationFile(options);
    toml::table top;
    if (!file.empty()) {
        const Result<std::string> text = readTextFile(file);
        if (!text.isOk())
            return text.error();
        Result<toml::table> parsed = parseToml(text.value(), file);
        if (!parsed.isOk())
            return parsed.error();
        top = std::move(parsed).value();
    }
    const auto set = [&top](const char* section, const char* key, const std::optional<std::string>& value) {
        if (value)
            top.insert(section, toml::table{}).first->second.as_table()->insert_or_assign(key, *value);
    };
    set("server", "listen", options.listen);
    set("metrics", "listen", options.metrics);
    set("node", "name", options.nodeName);
    if (options.root)
        top.insert_or_assign("root", *options.root);
    std::ostringstream text;
    text << "# lockstep-agent: settings from the command line" << (file.empty() ? "" : ", " + file)
         << "; all other keys have their default values\n"
         << toml::toml_formatter(top) << '\n';
    return text.str();
}

/// A configured target that does not answer makes the run fail, so that scripts notice.
int printOnce(const Log& log, const AgentConfig& config, bool asJson)
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
        log.error(each->name(), item->detail);
    }
    return isWritten && doAllAnswer ? AgentDone : AgentFailed;
}

/// Publishes to the hub and the metrics page. Also logs changes of the detected hardware and the results of self-tests,
/// for administrators of the node without access to the dashboard.
AgentOutput publishAndLog(const Log& log, TelemetryHub& hub, NodePage* page)
{
    AgentOutput output = publishTo(hub);
    output.describe = [log, describe = output.describe, page](std::shared_ptr<const NodeIdentity> identity) {
        for (const InventoryItem& item : identity->inventory)
            log.info(item.collector, item.detail);
        if (page != nullptr)
            page->describe(identity);
        describe(std::move(identity));
    };
    output.publish = [log, publish = output.publish, page](const std::string& node, const NodeTick& tick,
                                                           std::shared_ptr<const std::vector<std::string>> names) {
        for (const Event& event : tick.events) {
            if (event.code == codes::agentSelfTest)
                (event.severity == Severity::Information ? log.info("selftest", event.text)
                                                         : log.warning("selftest", event.text));
        }
        publish(node, tick, std::move(names));
        if (page != nullptr)
            page->take(tick);
    };
    return output;
}

Result<std::unique_ptr<MetricsServer>> offerMetrics(const Log& log, const AgentConfig& config, NodePage& page)
{
    ServerOptions serving = config.server;
    serving.listen = MetricsServer::wholeAddress(config.metricsListen);
    serving.log = log.sink(Log::Level::Info, "metrics");
    auto server = MetricsServer::start(serving, [&page](Exposition::Format format) { return page.text(format); });
    if (server.isOk())
        log.info("metrics", fmt::format("serves /metrics on {} (port {})", serving.listen, server.value()->port()));
    return server;
}

/// Null if it is disabled or impossible.
std::unique_ptr<KinetoRecorder> makeRecorder(const Log& log, const AgentConfig& config,
                                             std::shared_ptr<const JobProcesses> processes)
{
    if (!config.recordsTraces)
        return nullptr;
    auto server = KinetoServer::open();
    if (!server.isOk()) {
        log.warning("traces", "cannot record traces: " + server.error().message);
        return nullptr;
    }
    log.info("traces", "traces are recorded on demand, in " + config.traceFolder);
    KinetoRecorder::Options options;
    options.folder = config.traceFolder;
    return std::make_unique<KinetoRecorder>(std::move(options), std::move(server).value(), std::move(processes));
}

/// Null if it is disabled.
std::unique_ptr<DumpStore> makeDumpStore(const Log& log, const AgentConfig& config)
{
    if (!config.handsOverDumps)
        return nullptr;
    log.info("dumps", "Flight Recorder dumps are served from " + config.dumps.keep);
    return std::make_unique<DumpStore>(config.dumps.keep);
}

int serve(const Log& log, const AgentConfig& config, const sigset_t& stopSignals)
{
    // Together with connection buffers, this stays below the unit's MemoryMax. Exceeding that would lose the whole
    // ring.
    constexpr std::size_t ringBytes = 64U << 20U;
    TelemetryHub hub({.maximumBytesPerNode = ringBytes, .maximumBytes = ringBytes});
    ServerOptions serving = config.server;
    serving.limits = agentLimits(raiseFileLimit());
    const auto processes = std::make_shared<JobProcesses>();
    const std::unique_ptr<KinetoRecorder> recorder = makeRecorder(log, config, processes);
    serving.recorder = recorder.get();
    const std::unique_ptr<DumpStore> shelf = makeDumpStore(log, config);
    serving.dumps = shelf.get();
    if (const auto permit = config.selfTest.permit)
        serving.testDataRefusal = [permit] {
            return permit->refusalReason();
        };
    std::optional<NodePage> page;
    std::unique_ptr<MetricsServer> metrics;
    std::unique_ptr<NodeAgent> agent;
    const auto begin = [&](int port) {
        if (!config.metricsListen.empty()) {
            page.emplace();
            auto offered = offerMetrics(log, config, *page);
            if (!offered.isOk()) {
                log.error("metrics", offered.error().message);
                return false;
            }
            metrics = std::move(offered).value();
        }
        agent = std::make_unique<NodeAgent>(config, makeCollectors(config, AgentPurpose::Serve, processes),
                                            publishAndLog(log, hub, page ? &*page : nullptr));
        agent->start();
        log.info("agent", fmt::format("{} serves on {} (port {})", agent->nodeName(), config.server.listen, port));
        return true;
    };
    return serveUntilSignal(log, serving, hub, stopSignals, begin, [&] {
        agent.reset(); // closes its socket, too
        metrics.reset();
    });
}

int complain(const std::string& message)
{
    fmt::print(stderr, "lockstep-agent: {}\n", message);
    return AgentWrongUsage;
}

int answer(const Result<std::string>& text)
{
    if (!text.isOk())
        return complain(text.error().message);
    fmt::print("{}", text.value());
    return AgentDone;
}

Result<std::string> checkConfig(const std::string& file)
{
    const Result<AgentConfig> config = checkedConfig(file);
    return config.isOk() ? Result<std::string>(file + ": no errors\n") : config.error();
}

int runSelfTestCommand(int argumentCount, char** arguments)
{
    const CommandPage page = selfTestPage();
    const Result<CommandInput> line = readCommand(page, argumentsFrom(2, argumentCount, arguments));
    Result<SelfTestCommand> command = line.isOk() ? selfTestCommand(line.value()) : line.error();
    if (!command.isOk())
        return complain(
            fmt::format("{}\n{}See lockstep-agent selftest --help.", command.error().message, page.shortUsage()));
    if (line.value().answer)
        return answer(*line.value().answer);
    command.value().plan.receiveFrom = [&](const std::string& peer, std::chrono::milliseconds length) {
        return measureBandwidth({.address = peer,
                                 .node = {},
                                 .relay = {},
                                 .relayed = {},
                                 .caFile = line.value().textOr("--ca"),
                                 .certificateFile = line.value().textOr("--cert"),
                                 .privateKeyFile = line.value().textOr("--key"),
                                 .bearerTokenFile = line.value().textOr("--token-file")},
                                length);
    };
    return printSelfTest(command.value()) ? AgentDone : AgentFailed;
}

int run(int argumentCount, char** arguments)
{
    if (argumentCount > 1 && std::string_view(arguments[1]) == "selftest")
        return runSelfTestCommand(argumentCount, arguments);
    const CommandPage page = agentPage();
    const Result<CommandInput> line = readCommand(page, argumentsFrom(1, argumentCount, arguments));
    const Result<AgentOptions> options = line.isOk() ? agentOptions(line.value()) : line.error();
    if (!options.isOk())
        return complain(fmt::format("{}\n{}See lockstep-agent --help.", options.error().message, page.shortUsage()));
    if (line.value().answer)
        return answer(*line.value().answer);
    if (options.value().checkedFile)
        return answer(checkConfig(*options.value().checkedFile));
    const sigset_t stopSignals = blockStopSignals();
    const auto config = configure(options.value());
    if (!config.isOk())
        return complain(config.error().message);
    if (options.value().printsConfig)
        return answer(effectiveConfig(options.value()));
    const Log log(line.value());
    if (options.value().relay)
        return serveAsRelay(log, *options.value().relay, config.value(), stopSignals);
    return options.value().once ? printOnce(log, config.value(), options.value().json)
                                : serve(log, config.value(), stopSignals);
}

} // namespace

} // namespace lockstep

int main(int argumentCount, char** arguments)
{
    if (const std::optional<int> code = lockstep::startProgram("lockstep-agent", argumentCount, arguments))
        return *code;
    return lockstep::run(argumentCount, arguments);
}
