// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"

#include "datasources/agentservice/listening.h"
#include "datasources/agentservice/telemetryhub.h"
#include "datasources/agentservice/telemetryservice.h"
#include "datasources/proto/netaddress.h"
#include "datasources/proto/textfile.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>

#include <mutex>

namespace lockstep {

struct AgentServer::Impl
{
    Impl(NodeRegistry& registry, BearerToken token) : service(registry, std::move(token)) { }

    TelemetryService service;
    std::unique_ptr<grpc::Server> server;
    int port = 0;
    std::once_flag stopped;
};

AgentServer::AgentServer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }

AgentServer::~AgentServer()
{
    stop();
}

Result<std::unique_ptr<AgentServer>> AgentServer::start(const ServerOptions& options, TelemetryHub& hub)
{
    const Result<NetAddress> address = parseNetAddress(options.listen);
    if (!address.isOk())
        return Error{"cannot listen: " + address.error().message};
    if (Status allowed = checkListening(options, address.value()); !allowed.isOk())
        return allowed.error();
    Result<std::shared_ptr<grpc::ServerCredentials>> credentials = serverCredentials(options);
    if (!credentials.isOk())
        return credentials.error();
    std::string token;
    if (!options.bearerTokenFile.empty()) {
        Result<std::string> read = readTokenFile(options.bearerTokenFile);
        if (!read.isOk())
            return read.error();
        token = std::move(read).value();
    }

    auto impl = std::make_unique<Impl>(hub.registry(), BearerToken(std::move(token)));
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    configure(builder);
    builder.AddListeningPort(address.value().toString(), credentials.value(), &impl->port);
    builder.RegisterService(&impl->service);
    impl->server = builder.BuildAndStart();
    if (!impl->server)
        return Error{explainBindFailure(options, address.value())};
    if (address.value().isUnix)
        impl->port = 0;
    return std::unique_ptr<AgentServer>(new AgentServer(std::move(impl)));
}

int AgentServer::port() const
{
    return m_impl->port;
}

void AgentServer::stop(std::chrono::milliseconds grace)
{
    std::call_once(m_impl->stopped, [&] {
        m_impl->service.endAll();
        m_impl->server->Shutdown(std::chrono::system_clock::now() + grace);
    });
}

} // namespace lockstep
