// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"

#include "datasources/agentservice/door/connectionlimiter.h"
#include "datasources/agentservice/door/connectionproxy.h"
#include "datasources/agentservice/door/selfprobe.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/serverparts.h"
#include "datasources/agentservice/telemetryservice.h"
#include "datasources/agentservice/toolsservice.h"
#include "datasources/proto/librarylogs.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>

#include <mutex>
#include <unistd.h>

namespace lockstep {

namespace {

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
    std::unique_ptr<ConnectionProxy> door;
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
        door = std::make_unique<ConnectionProxy>(std::move(parts.listening), limits, limiter, std::move(callbacks));
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
        return Error{"cannot serve on " + options.listen + ": gRPC does not start"};
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
        m_impl->door.reset();
        if (m_impl->parts.address.isUnix)
            ::unlink(m_impl->parts.address.host.c_str());
    });
}

} // namespace lockstep
