// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/agentclient/hostileagent.h"

#include "datasources/agentservice/hub/wireencoder.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/datasources/agentclient/slicebytes.h"
#include "tests/datasources/proto/wirefixture.h"

#include <grpcpp/grpcpp.h>

namespace lockstep::test {

namespace {

class Stream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>
{
public:
    Stream(const std::vector<std::string>& frames, HostileAgent::Manner manner) : m_frames(frames), m_manner(manner)
    {
        writeNext();
    }

private:
    void writeNext()
    {
        if (m_next == m_frames.size() && m_manner == HostileAgent::Manner::RepeatForever)
            m_next = 0;
        if (m_next == m_frames.size())
            return;
        const grpc::Slice slice(m_frames[m_next++]);
        m_buffer = grpc::ByteBuffer(&slice, 1);
        StartWrite(&m_buffer);
    }
    void OnWriteDone(bool isOk) override
    {
        if (isOk)
            writeNext();
    }
    void OnCancel() override { Finish(grpc::Status::CANCELLED); }
    void OnDone() override { delete this; }

    const std::vector<std::string>& m_frames;
    const HostileAgent::Manner m_manner;
    std::size_t m_next = 0;
    grpc::ByteBuffer m_buffer;
};

} // namespace

struct HostileAgent::Impl : v1::NodeTelemetry::WithRawCallbackMethod_Subscribe<v1::NodeTelemetry::Service>
{
    grpc::ServerWriteReactor<grpc::ByteBuffer>* Subscribe(grpc::CallbackServerContext*,
                                                          const grpc::ByteBuffer*) override
    {
        return new Stream(frames, manner);
    }

    std::vector<std::string> frames;
    Manner manner = Manner::ThenSilent;
    int port = 0;
    std::unique_ptr<grpc::Server> server;
};

HostileAgent::HostileAgent(std::vector<std::string> frames, Manner manner) : m_impl(std::make_unique<Impl>())
{
    m_impl->frames = std::move(frames);
    m_impl->manner = manner;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &m_impl->port);
    builder.RegisterService(m_impl.get());
    m_impl->server = builder.BuildAndStart();
}

HostileAgent::~HostileAgent()
{
    m_impl->server->Shutdown(std::chrono::system_clock::now());
    m_impl->server.reset();
}

int HostileAgent::port() const
{
    return m_impl->port;
}

std::string HostileAgent::description()
{
    return bytesOf(encodeDescription(1, *identityOf("n"), {})) + bytesOf(encodeLayout(1, *smallLayout()));
}

std::string HostileAgent::tick(std::uint64_t number)
{
    return bytesOf(encodeTick(1, number, tickOf(smallLayout(), number), 1, {}, 1));
}

} // namespace lockstep::test
