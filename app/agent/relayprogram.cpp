// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/relayprogram.h"

#include "app/agent/agentserving.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/collectors/sampling/hostidentity.h"
#include "datasources/relay/telemetryrelay.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Twelve minutes of a node with eight GPUs take about 2 MiB, and several times that if jobs post many records.
constexpr TelemetryHub::Limits relayRings{.maximumBytesPerNode = 16U << 20U, .maximumBytes = std::size_t{4} << 30U};

std::string relayName(const ClusterFile& file, const AgentConfig& config)
{
    if (!config.nodeName.empty() || file.relays.size() != 1)
        return describeHost(config).name;
    return file.relays.front().name;
}

ServerLimits limitsFor(std::size_t nodes)
{
    // One connection per followed node, two while it connects.
    ServerLimits limits = ServerLimits::forNodes(nodes);
    limits.connections = std::min(limits.connections, connectionsBeside(256 + 2 * nodes, raiseFileLimit()));
    return limits;
}

} // namespace

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
    serving.limits = limitsFor(relay.nodeCount());
    const auto begin = [&](int port) {
        relay.start();
        log.info("relay",
                 fmt::format("{} follows {} nodes and serves on {} (port {})", name, relay.nodeCount(),
                             config.server.listen, port));
        return true;
    };
    return serveUntilSignal(log, serving, hub, stopSignals, begin, [&relay] { relay.stop(); });
}

} // namespace lockstep
