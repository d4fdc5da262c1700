// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"

#include "datasources/agentservice/door/frontdoor.h"
#include "datasources/agentservice/door/guestlist.h"
#include "datasources/agentservice/door/listeningsocket.h"
#include "datasources/agentservice/door/selfprobe.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/listening.h"
#include "datasources/agentservice/telemetryservice.h"
#include "datasources/agentservice/tlsidentity.h"
#include "datasources/proto/netaddress.h"

#include <google/protobuf/stubs/logging.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>

#include <mutex>
#include <unistd.h>

namespace lockstep {

namespace {

using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

/// Looks after the files while the server runs.
void reloadFiles(TlsIdentity* tls, ServerToken& token, TelemetryService& service,
                 const std::function<void(const std::string&)>& log)
{
    if (tls != nullptr) {
        if (const std::string news = tls->reload(); !news.empty())
            log(news);
    }
    bool isNew = false;
    if (const std::string news = token.reload(isNew); !news.empty())
        log(news);
    if (isNew)
        service.tokenHasChanged();
}

} // namespace

struct AgentServer::Impl
{
    Impl(const ServerLimits& serverLimits, NodeRegistry& registry, std::unique_ptr<ServerToken> serverToken)
        : limits(serverLimits), guests(serverLimits), token(std::move(serverToken)), service(registry, *token, guests)
    { }

    const ServerLimits limits;
    NetAddress address;
    GuestList guests;
    std::unique_ptr<ServerToken> token;
    std::unique_ptr<TlsIdentity> tls; ///< null: in the clear
    TelemetryService service;
    std::unique_ptr<Acceptor> acceptor;
    std::unique_ptr<grpc::Server> server;
    std::unique_ptr<FrontDoor> door;
    std::unique_ptr<SelfProbe> probe;
    std::once_flag stopped;

    /// @return false when gRPC would not
    bool build()
    {
        // Else it writes a line into the log for every text that is not UTF-8, as often as a peer likes.
        google::protobuf::SetLogHandler(nullptr);
        grpc::EnableDefaultHealthCheckService(true);
        grpc::reflection::InitProtoReflectionServerBuilderPlugin();
        grpc::ServerBuilder builder;
        configure(builder, limits);
        acceptor = builder.experimental().AddExternalConnectionAcceptor(
            grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, grpc::InsecureServerCredentials());
        builder.RegisterService(&service);
        server = builder.BuildAndStart();
        return server != nullptr;
    }

    void open(ListeningSockets listening, const ServerOptions& options)
    {
        const sockaddr_storage bound = listening.bound;
        const auto log = options.log ? options.log : [](const std::string&) {
        };
        FrontDoor::Callbacks callbacks;
        callbacks.handOn = [this](int descriptor) {
            Acceptor::NewConnectionParameters connection;
            connection.fd = descriptor;
            acceptor->HandleNewConnection(&connection);
        };
        if (tls)
            callbacks.tls = [this] {
                return tls->context();
            };
        callbacks.everySecond = [this, log] {
            reloadFiles(tls.get(), *token, service, log);
            service.endStuck(limits.withoutReading);
        };
        callbacks.log = log;
        door = std::make_unique<FrontDoor>(std::move(listening), limits, guests, std::move(callbacks));
        if (options.whenDeaf)
            probe = std::make_unique<SelfProbe>(address.toString(), bound, guests, options.whenDeaf);
    }
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
    if (Status isPrivate = checkPrivacy(options); !isPrivate.isOk())
        return isPrivate.error();
    Result<std::unique_ptr<ServerToken>> token = ServerToken::read(options.bearerTokenFile);
    if (!token.isOk())
        return token.error();
    std::unique_ptr<TlsIdentity> tls;
    if (!options.certificateFile.empty()) {
        Result<std::unique_ptr<TlsIdentity>> read = TlsIdentity::read(options);
        if (!read.isOk())
            return read.error();
        tls = std::move(read).value();
    }
    Result<ListeningSockets> listening = listenOn(address.value());
    if (!listening.isOk())
        return listening.error();

    const ServerLimits limits = options.limits.value_or(ServerLimits::forNodes(hub.registry().rings().size()));
    auto impl = std::make_unique<Impl>(limits, hub.registry(), std::move(token).value());
    impl->address = address.value();
    impl->address.port = listening.value().port;
    impl->tls = std::move(tls);
    if (!impl->build())
        return Error{"cannot serve on " + address.value().toString() + ": gRPC does not start"};
    impl->open(std::move(listening).value(), options);
    return std::unique_ptr<AgentServer>(new AgentServer(std::move(impl)));
}

int AgentServer::port() const
{
    return m_impl->address.port;
}

void AgentServer::stop(std::chrono::milliseconds grace)
{
    std::call_once(m_impl->stopped, [&] {
        m_impl->probe.reset();
        m_impl->service.endAll();
        m_impl->server->Shutdown(std::chrono::system_clock::now() + grace);
        m_impl->door.reset();
        if (m_impl->address.isUnix)
            ::unlink(m_impl->address.host.c_str());
    });
}

} // namespace lockstep
