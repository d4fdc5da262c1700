// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/lyingagent.h"

#include "lockstep/v1/telemetry.grpc.pb.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <grpcpp/alarm.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <mutex>

namespace lockstep::test {

/// Sums over all readers.
struct SentCounts
{
    std::atomic<std::uint64_t> messages = 0;
    std::atomic<std::uint64_t> bytes = 0;
};

struct LyingAgent::Impl : v1::NodeTelemetry::WithRawCallbackMethod_Subscribe<v1::NodeTelemetry::Service>
{
    grpc::ServerWriteReactor<grpc::ByteBuffer>* Subscribe(grpc::CallbackServerContext*,
                                                          const grpc::ByteBuffer*) override;
    grpc::Status ProbeClock(grpc::ServerContext*, const v1::ProbeClockRequest* request,
                            v1::ProbeClockResponse* response) override
    {
        response->set_client_send(request->client_send());
        response->set_agent_receive(nsOf(wallClockNow()));
        response->set_agent_send(nsOf(wallClockNow()));
        return grpc::Status::OK;
    }

    MakeFrame makeFrame;
    Duration period{};
    int port = 0;
    SentCounts sent;
    std::unique_ptr<grpc::Server> server;
};

namespace {

/// Writes the next message when the previous one has been sent and it is due, until the reader disconnects.
class LyingStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                          public std::enable_shared_from_this<LyingStream>
{
public:
    LyingStream(const LyingAgent::MakeFrame& makeFrame, Duration period, SentCounts& sent)
        : m_makeFrame(makeFrame), m_period(period), m_sent(sent)
    { }

    void begin()
    {
        m_self = shared_from_this();
        write();
    }

private:
    void write()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isOver)
            return;
        const grpc::Slice slice(m_makeFrame(m_next++));
        ++m_sent.messages;
        m_sent.bytes += slice.size();
        m_buffer = grpc::ByteBuffer(&slice, 1);
        StartWrite(&m_buffer);
    }
    void OnWriteDone(bool isOk) override
    {
        if (!isOk)
            return end();
        if (m_period == Duration::zero())
            return write();
        const std::scoped_lock lock(m_mutex);
        if (!m_isOver)
            m_alarm.Set(std::chrono::system_clock::now() + m_period, [stream = weak_from_this()](bool) {
                if (const auto self = stream.lock())
                    self->write();
            });
    }
    void OnCancel() override { end(); }
    void end()
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (std::exchange(m_isOver, true))
                return;
            m_alarm.Cancel();
        }
        Finish(grpc::Status::CANCELLED);
    }
    void OnDone() override { m_self.reset(); }

    const LyingAgent::MakeFrame& m_makeFrame;
    const Duration m_period;
    SentCounts& m_sent;
    std::mutex m_mutex;
    bool m_isOver = false;
    std::uint64_t m_next = 0;
    grpc::ByteBuffer m_buffer;
    grpc::Alarm m_alarm; ///< its last call may come after OnDone
    std::shared_ptr<LyingStream> m_self; ///< while gRPC knows it
};

} // namespace

grpc::ServerWriteReactor<grpc::ByteBuffer>* LyingAgent::Impl::Subscribe(grpc::CallbackServerContext* context,
                                                                        const grpc::ByteBuffer* request)
{
    static_cast<void>(request);
    if (makeFrame(0).size() > budget::frameBytes)
        context->set_compression_algorithm(GRPC_COMPRESS_GZIP);
    const auto stream = std::make_shared<LyingStream>(makeFrame, period, sent);
    stream->begin();
    return stream.get();
}

LyingAgent::LyingAgent(MakeFrame makeFrame, Duration period) : m_impl(std::make_unique<Impl>())
{
    m_impl->makeFrame = std::move(makeFrame);
    m_impl->period = period;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &m_impl->port);
    builder.RegisterService(m_impl.get());
    m_impl->server = builder.BuildAndStart();
}

LyingAgent::~LyingAgent()
{
    m_impl->server->Shutdown(std::chrono::system_clock::now());
    m_impl->server.reset();
}

std::string LyingAgent::address() const
{
    return fmt::format("127.0.0.1:{}", m_impl->port);
}

std::uint64_t LyingAgent::sentMessages() const
{
    return m_impl->sent.messages;
}

std::uint64_t LyingAgent::sentBytes() const
{
    return m_impl->sent.bytes;
}

} // namespace lockstep::test
