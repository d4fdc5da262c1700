// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/channelpool.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/relay/telemetryrelay.h"
#include "models/core/batch.h"
#include "tests/datasources/proto/wirefixture.h"

#include <QtGlobal>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::test {

/// A hub behind the real service, which can be stopped and restarted on the same port.
struct Served
{
    explicit Served(int wantedPort = 0, TelemetryHub::Limits limits = {}) : hub(limits) { serve(wantedPort); }
    ~Served() { server.reset(); }

    void serve(int wantedPort)
    {
        ServerOptions options;
        options.listen = fmt::format("127.0.0.1:{}", wantedPort);
        auto started = AgentServer::start(options, hub);
        if (!started.isOk())
            qFatal("%s", started.error().message.c_str());
        server = std::move(started).value();
        port = server->port();
    }
    [[nodiscard]] std::string address() const { return fmt::format("127.0.0.1:{}", port); }

    TelemetryHub hub;
    std::unique_ptr<AgentServer> server;
    int port = 0;
};

/// An agent of one node.
struct Agent : Served
{
    explicit Agent(std::string node, std::uint64_t epoch = 7, int wantedPort = 0, TelemetryHub::Limits limits = {})
        : Served(wantedPort, limits), name(std::move(node))
    {
        hub.describe(identityOf(name, epoch));
        hub.setClock([this](const std::string&) { return wallClockNow() + clockError.load(); });
    }

    void publish(std::uint64_t from, std::uint64_t to)
    {
        for (std::uint64_t number = from; number <= to; ++number) {
            NodeTick tick = tickOf(layout, number);
            if (isSmall)
                addSpansAndEvents(tick);
            hub.publish(name, tick, someNames());
        }
    }
    /// Without the loop that the usual layout has, which only one node may report.
    void reportNoLoop()
    {
        layout = wideLayout(8);
        isSmall = false;
    }
    [[nodiscard]] AgentEndpoint endpoint() const
    {
        AgentEndpoint endpoint;
        endpoint.address = address();
        endpoint.node = name;
        return endpoint;
    }

    std::string name;
    std::shared_ptr<const NodeLayout> layout = smallLayout();
    bool isSmall = true;
    std::atomic<Duration> clockError{Duration::zero()};
};

/// A relay behind the real service.
struct Relay : Served
{
    explicit Relay(std::string relayName, std::vector<AgentEndpoint> follows, int wantedPort = 0,
                   TelemetryHub::Limits limits = {})
        : Served(wantedPort, limits), name(std::move(relayName)), relay(name, std::move(follows), hub)
    {
        relay.start();
    }
    ~Relay()
    {
        server.reset();
        relay.stop();
    }

    /// How a cluster file names it.
    [[nodiscard]] AgentEndpoint endpoint(std::vector<std::string> nodes) const
    {
        AgentEndpoint endpoint;
        endpoint.address = address();
        endpoint.relay = name;
        endpoint.relayed = std::move(nodes);
        return endpoint;
    }

    std::string name;
    TelemetryRelay relay;
};

/// A client and its batches.
struct Reader
{
    explicit Reader(AgentEndpoint endpoint, SourceId source = SourceId{0})
        : client(std::make_unique<AgentClient>(source, std::move(endpoint), log.sink()))
    {
        client->start();
    }

    [[nodiscard]] bool waitForStatus(const std::string& node, SourceState state, const std::string& reason = {})
    {
        return log.waitFor([&](const auto& batches) {
            const auto last = std::find_if(batches.rbegin(), batches.rend(),
                                           [&](const BatchPtr& batch) { return batch->status && batch->node == node; });
            return last != batches.rend() && (*last)->status->state == state
                && (*last)->status->reason.find(reason) != std::string::npos;
        });
    }

    BatchLog log;
    std::unique_ptr<AgentClient> client;
};

/// The last clock offset reported of a node.
inline std::optional<ClockOffset> lastClock(const BatchLog& log, const std::string& node)
{
    std::optional<ClockOffset> clock;
    for (const BatchPtr& batch : log.all())
        clock = batch->clock && batch->node == node ? batch->clock : clock;
    return clock;
}

} // namespace lockstep::test
