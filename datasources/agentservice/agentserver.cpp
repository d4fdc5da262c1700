// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/admission/selfprobe.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/serverparts.h"
#include "datasources/agentservice/telemetryservice.h"
#include "datasources/agentservice/toolsservice.h"
#include "datasources/proto/librarylogs.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <mutex>
#include <unistd.h>

namespace lockstep {

namespace {

/// Keepalive, and the limits that gRPC supports itself.
void configure(grpc::ServerBuilder& builder, const ServerLimits& limits)
{
    using Milliseconds = std::chrono::milliseconds;
    const auto asInt = [](auto value) {
        return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
    };
    grpc::ResourceQuota quota("lockstep");
    quota.Resize(limits.memory);
    quota.SetMaxThreads(8); // reflection alone uses a thread for each caller
    builder.SetResourceQuota(quota);
    builder.SetMaxReceiveMessageSize(asInt(limits.requestBytes));
    // Compressed requests could expand to megabytes, and no client needs them.
    builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
    builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, asInt(limits.callsPerConnection));
    builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, 10'000);
    // Closes idle connections gracefully, before the proxy does.
    builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                               asInt(static_cast<std::uint64_t>(Milliseconds(limits.withoutCall).count()) * 3 / 4));
    // Small reads, so that a peer that breaks a limit is stopped early.
    builder.AddChannelArgument(GRPC_ARG_TCP_READ_CHUNK_SIZE, 4096);
    builder.AddChannelArgument(GRPC_ARG_TCP_MAX_READ_CHUNK_SIZE, 16384);
    builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 0); // its records are most of an idle connection's memory
    // Detects readers whose machine disappeared; readers may ping every half second.
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 500);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 16);
}

using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

} // namespace

struct AgentServer::Impl
{
    /// @param options for clients with the token, if one is configured
    Impl(const ServerLimits& serverLimits, NodeRegistry& registry, ServerParts serverParts,
         const ServerOptions& options)
        : limits(serverLimits),
          limiter(serverLimits),
          parts(std::move(serverParts)),
          service(registry, *parts.token, limiter),
          tools(options.bearerTokenFile.empty() ? nullptr : options.recorder,
                options.bearerTokenFile.empty() ? nullptr : options.dumps, *parts.token, limiter)
    { }

    const ServerLimits limits;
    ConnectionLimiter limiter;
    ServerParts parts;
    TelemetryService service;
    ToolsService tools;
    std::unique_ptr<Acceptor> acceptor;
    std::unique_ptr<grpc::Server> server;
    std::unique_ptr<ConnectionProxy> proxy;
    std::unique_ptr<SelfProbe> probe;
    std::once_flag stopped;

    /// @return false: gRPC failed
    bool build()
    {
        silenceLibraryLogs();
        grpc::EnableDefaultHealthCheckService(true);
        grpc::reflection::InitProtoReflectionServerBuilderPlugin();
        grpc::ServerBuilder builder;
        configure(builder, limits);
        acceptor = builder.experimental().AddExternalConnectionAcceptor(
            grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, grpc::InsecureServerCredentials());
        builder.RegisterService(&service);
        builder.RegisterService(&tools);
        server = builder.BuildAndStart();
        return server != nullptr;
    }

    void open(const ServerOptions& options)
    {
        const sockaddr_storage bound = parts.listening.bound;
        const auto log = options.log ? options.log : [](const std::string&) {
        };
        ConnectionProxy::Callbacks callbacks;
        callbacks.handOn = [this](int descriptor) {
            Acceptor::NewConnectionParameters connection;
            connection.fd = descriptor;
            acceptor->HandleNewConnection(&connection);
        };
        if (parts.tls)
            callbacks.tls = [this] {
                return parts.tls->context();
            };
        callbacks.everySecond = [this, log] {
            if (parts.reload(log))
                service.tokenHasChanged();
            service.endStuck(limits.withoutReading);
        };
        callbacks.log = log;
        proxy = std::make_unique<ConnectionProxy>(std::move(parts.listening), limiter, std::move(callbacks));
        if (options.onUnresponsive)
            probe = std::make_unique<SelfProbe>(parts.address.toString(), bound, limiter, options.onUnresponsive);
    }
};

AgentServer::AgentServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }

AgentServer::~AgentServer()
{
    stop();
}

Result<std::unique_ptr<AgentServer>> AgentServer::start(const ServerOptions& options, TelemetryHub& hub)
{
    Result<ServerParts> parts = ServerParts::prepare(options, "h2");
    if (!parts.isOk())
        return parts.error();
    const ServerLimits limits = options.limits.value_or(ServerLimits::forNodes(hub.registry().rings().size()));
    auto impl = std::make_unique<Impl>(limits, hub.registry(), std::move(parts).value(), options);
    if (!impl->build())
        return Error{"cannot serve on " + options.listen + ": gRPC did not start"};
    impl->open(options);
    return std::unique_ptr<AgentServer>(new AgentServer(std::move(impl)));
}

int AgentServer::port() const
{
    return m_impl->parts.address.port;
}

bool AgentServer::hasReadersBehind() const
{
    return m_impl->service.hasReadersBehind();
}

void AgentServer::stop(std::chrono::milliseconds grace)
{
    std::call_once(m_impl->stopped, [&] {
        m_impl->probe.reset();
        m_impl->service.endAll();
        m_impl->tools.endAll();
        m_impl->server->Shutdown(std::chrono::system_clock::now() + grace);
        m_impl->proxy.reset();
        if (m_impl->parts.address.isUnix)
            ::unlink(m_impl->parts.address.host.c_str());
    });
}

} // namespace lockstep
