// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/agentserver.h"

#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/admission/selfprobe.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/serverparts.h"
#include "datasources/agentservice/servertoken.h"
#include "datasources/agentservice/telemetryservice.h"
#include "datasources/proto/librarylogs.h"
#include "datasources/proto/wiretext.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/budget.h"
#include "models/core/tracerecorder.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <condition_variable>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <stop_token>
#include <thread>
#include <unistd.h>
#include <utility>

namespace lockstep {

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

namespace {

/// One call of NodeTools: a separate thread produces the pieces, and each piece waits until gRPC has sent the previous
/// one. Owns itself until gRPC and the thread have finished.
class TraceCall final : public grpc::ServerWriteReactor<v1::RecordTraceNews>
{
public:
    using SendUpdate = std::function<bool(const TraceUpdate&)>; ///< returns false if the receiver is gone
    using Work = std::function<Status(const std::stop_token&, const SendUpdate&)>;

    /// @param ended called once, last
    [[nodiscard]] static grpc::ServerWriteReactor<v1::RecordTraceNews>* start(
        const grpc::CallbackServerContext& context, Work work, const std::stop_token& serverEnds,
        std::function<void()> ended);
    [[nodiscard]] static grpc::ServerWriteReactor<v1::RecordTraceNews>* refuse(const grpc::Status& why);

    void OnWriteDone(bool isOk) override;
    void OnCancel() override;
    void OnDone() override;

private:
    TraceCall() = default;

    void run(const Work& work, const std::stop_token& serverEnds);
    [[nodiscard]] bool write(const TraceUpdate& news);

    const grpc::CallbackServerContext* m_context = nullptr; ///< valid until OnDone
    std::stop_source m_stop;
    std::shared_ptr<TraceCall> m_self; ///< keeps it alive until gRPC has finished
    v1::RecordTraceNews m_message;
    std::mutex m_mutex;
    std::condition_variable m_written;
    bool m_isWriting = false;
    bool m_isBroken = false; ///< the reader has disconnected
};

grpc::Status statusOf(const Status& recorded)
{
    return recorded.isOk()
        ? grpc::Status::OK
        : grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, cleanText(recorded.error().message, budget::textBytes));
}

} // namespace

/// v1.NodeTools: requests other than reading telemetry, for callers with the token. Owned by the server; works on
/// gRPC's threads, and a separate thread for each recording.
class ToolsService final : public v1::NodeTools::CallbackService
{
public:
    /// @param options name what clients with the token may do; without a token, nothing is allowed
    ToolsService(const ServerOptions& options, const ServerToken& token, ConnectionLimiter& limiter)
        : m_token(token), m_limiter(limiter)
    {
        if (options.bearerTokenFile.empty())
            return;
        m_recorder = options.recorder;
        m_dumps = options.dumps;
        m_testDataRefusal = options.testDataRefusal;
    }
    ~ToolsService() override; ///< waits for calls in progress

    void endAll();

    grpc::ServerWriteReactor<v1::RecordTraceNews>* RecordTrace(grpc::CallbackServerContext* context,
                                                               const v1::RecordTraceRequest* request) override;
    grpc::ServerWriteReactor<v1::RecordTraceNews>* FetchDumps(grpc::CallbackServerContext* context,
                                                              const v1::FetchDumpsRequest* request) override;
    grpc::ServerWriteReactor<v1::RecordTraceNews>* SendTestData(grpc::CallbackServerContext* context,
                                                                const v1::SendTestDataRequest* request) override;

private:
    static constexpr std::size_t maxCalls = 4; ///< of which the recorder rejects all but one with a message

    /// @param refusal reason if it is not allowed; empty: allowed
    [[nodiscard]] grpc::Status admit(const grpc::CallbackServerContext& context, const char* refusal) const;
    [[nodiscard]] grpc::ServerWriteReactor<v1::RecordTraceNews>* start(const grpc::CallbackServerContext& context,
                                                                       TraceCall::Work work);
    [[nodiscard]] Status sendZeros(Duration length, const std::stop_token& stop,
                                   const TraceCall::SendUpdate& sendUpdate);
    /// Counts a call as a stream of its connection. @return reason for rejection; empty: accepted
    [[nodiscard]] std::string begin(const std::string& peer, ConnectionLimiter::ConnectionPtr& connection);
    void ended(const ConnectionLimiter::ConnectionPtr& connection);

    TraceRecorder* m_recorder = nullptr;
    const DumpSource* m_dumps = nullptr;
    std::function<std::string()> m_testDataRefusal;
    std::atomic<bool> m_isSending = false;
    const ServerToken& m_token;
    ConnectionLimiter& m_limiter;
    std::stop_source m_stop;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_calls = 0;
};

grpc::ServerWriteReactor<v1::RecordTraceNews>* TraceCall::start(const grpc::CallbackServerContext& context, Work work,
                                                                const std::stop_token& serverEnds,
                                                                std::function<void()> ended)
{
    std::shared_ptr<TraceCall> call(new TraceCall());
    call->m_context = &context;
    call->m_self = call;
    // A separate thread, because gRPC's threads must not wait. The service waits until it ends.
    std::thread([call = call, work = std::move(work), serverEnds, ended = std::move(ended)]() mutable {
        call->run(work, serverEnds);
        call.reset();
        ended();
    }).detach();
    return call.get();
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* TraceCall::refuse(const grpc::Status& why)
{
    const std::shared_ptr<TraceCall> call(new TraceCall());
    call->m_self = call;
    call->Finish(why);
    return call.get();
}

void TraceCall::run(const Work& work, const std::stop_token& serverEnds)
{
    const std::stop_callback ends(serverEnds, [this] { m_stop.request_stop(); });
    const Status done = work(m_stop.get_token(), [this](const TraceUpdate& news) { return write(news); });
    {
        std::unique_lock lock(m_mutex);
        m_written.wait(lock, [this] { return !m_isWriting; });
    }
    Finish(statusOf(done));
}

bool TraceCall::write(const TraceUpdate& news)
{
    constexpr auto timeout = std::chrono::seconds(30); // with a caller that does not read
    std::unique_lock lock(m_mutex);
    if (!m_written.wait_for(lock, timeout, [this] { return !m_isWriting; })) {
        m_isBroken = true;
        m_context->TryCancel();
    }
    if (m_isBroken)
        return false;
    m_message.Clear();
    if (!news.progress.empty())
        m_message.set_progress(cleanText(news.progress, budget::textBytes));
    m_message.set_file(news.file);
    m_message.set_content(news.bytes.data(), news.bytes.size());
    m_message.set_is_end(news.isEnd);
    m_isWriting = true;
    lock.unlock();
    StartWrite(&m_message);
    return true;
}

void TraceCall::OnWriteDone(bool isOk)
{
    const std::scoped_lock lock(m_mutex);
    m_isWriting = false;
    m_isBroken = m_isBroken || !isOk;
    m_written.notify_all();
}

void TraceCall::OnCancel()
{
    m_stop.request_stop();
}

void TraceCall::OnDone()
{
    const std::shared_ptr<TraceCall> last = std::exchange(m_self, nullptr);
}

ToolsService::~ToolsService()
{
    endAll();
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_calls == 0; });
}

void ToolsService::endAll()
{
    m_stop.request_stop();
}

grpc::Status ToolsService::admit(const grpc::CallbackServerContext& context, const char* refusal) const
{
    if (const grpc::Status admission = admitCall(context, m_token, m_limiter); !admission.ok())
        return admission;
    const bool isAllowed = *refusal == '\0';
    return isAllowed ? grpc::Status::OK : grpc::Status(grpc::StatusCode::PERMISSION_DENIED, refusal);
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::RecordTrace(grpc::CallbackServerContext* context,
                                                                         const v1::RecordTraceRequest* request)
{
    const char* const refusal = m_recorder != nullptr
        ? ""
        : "this agent does not record traces; set [traces] record = true in its configuration";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes) || request->duration() < TraceOrder::shortest.count()
        || request->duration() > TraceOrder::longest.count())
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "expected a job and a duration of 1 ms to 60 s"});
    const TraceOrder order{request->job(), Duration(request->duration())};
    return start(*context, [this, order](const std::stop_token& stop, const TraceCall::SendUpdate& sendUpdate) {
        return m_recorder->record(order, stop, sendUpdate);
    });
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::FetchDumps(grpc::CallbackServerContext* context,
                                                                        const v1::FetchDumpsRequest* request)
{
    const char* const refusal = m_dumps != nullptr
        ? ""
        : "this agent does not send dumps; set [flight_recorder] fetch = true in its configuration";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    if (!isCleanText(request->job(), budget::nameBytes))
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "expected the name of a job"});
    return start(*context,
                 [this, job = request->job()](const std::stop_token& stop, const TraceCall::SendUpdate& sendUpdate) {
                     return m_dumps->fetch(job, stop, sendUpdate);
                 });
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::SendTestData(grpc::CallbackServerContext* context,
                                                                          const v1::SendTestDataRequest* request)
{
    const char* const refusal
        = m_testDataRefusal ? "" : "this agent does not send test data; set [selftest] peers in its configuration";
    if (const grpc::Status admission = admit(*context, refusal); !admission.ok())
        return TraceCall::refuse(admission);
    const Duration length(request->duration());
    if (length < TraceOrder::shortest || length > TraceOrder::longest)
        return TraceCall::refuse({grpc::StatusCode::INVALID_ARGUMENT, "expected a duration of 1 ms to 60 s"});
    return start(*context, [this, length](const std::stop_token& stop, const TraceCall::SendUpdate& sendUpdate) {
        return sendZeros(length, stop, sendUpdate);
    });
}

/// Stops at once when work begins on this node.
Status ToolsService::sendZeros(Duration length, const std::stop_token& stop, const TraceCall::SendUpdate& sendUpdate)
{
    constexpr std::size_t most = std::size_t{8} << 30U;
    if (m_isSending.exchange(true))
        return Error{"another node is testing its bandwidth to this node"};
    const std::string zeros(std::size_t{256} << 10U, '\0');
    const auto end = std::chrono::steady_clock::now() + length;
    std::string refusal = m_testDataRefusal();
    for (std::size_t sent = 0; refusal.empty() && sent < most && std::chrono::steady_clock::now() < end
         && !stop.stop_requested() && sendUpdate({.progress = {}, .file = {}, .bytes = zeros});
         sent += zeros.size())
        refusal = m_testDataRefusal();
    m_isSending = false;
    return refusal.empty() ? success() : Status(Error{refusal});
}

grpc::ServerWriteReactor<v1::RecordTraceNews>* ToolsService::start(const grpc::CallbackServerContext& context,
                                                                   TraceCall::Work work)
{
    ConnectionLimiter::ConnectionPtr connection;
    if (const std::string refusal = begin(context.peer(), connection); !refusal.empty())
        return TraceCall::refuse({grpc::StatusCode::RESOURCE_EXHAUSTED, refusal});
    return TraceCall::start(context, std::move(work), m_stop.get_token(), [this, connection] { ended(connection); });
}

std::string ToolsService::begin(const std::string& peer, ConnectionLimiter::ConnectionPtr& connection)
{
    const std::scoped_lock lock(m_mutex);
    if (m_calls >= maxCalls || m_stop.stop_requested())
        return "too many requests for traces, dumps or test data at once";
    std::string refusal
        = m_limiter.streamBegins(ConnectionProxy::keyOf(peer), connection, std::chrono::steady_clock::now());
    m_calls += refusal.empty() ? 1 : 0;
    return refusal;
}

void ToolsService::ended(const ConnectionLimiter::ConnectionPtr& connection)
{
    m_limiter.streamEnds(connection, std::chrono::steady_clock::now());
    const std::scoped_lock lock(m_mutex);
    --m_calls;
    m_changed.notify_all();
}

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

} // namespace

using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

struct AgentServer::Impl
{
    Impl(const ServerLimits& serverLimits, NodeRegistry& registry, ServerParts serverParts,
         const ServerOptions& options)
        : limits(serverLimits),
          limiter(serverLimits),
          parts(std::move(serverParts)),
          service(registry, *parts.token, limiter),
          tools(options, *parts.token, limiter)
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

bool AgentServer::hasLaggingReaders() const
{
    return m_impl->service.hasLaggingReaders();
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
