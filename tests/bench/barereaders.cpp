// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/barereaders.h"

#include "lockstep/v1/telemetry.grpc.pb.h"
#include "tests/bench/benchcluster.h"

#include <grpcpp/grpcpp.h>

#include <future>

namespace lockstep::bench {

class BareReader final : public grpc::ClientReadReactor<v1::Frame>
{
public:
    BareReader(const std::shared_ptr<grpc::Channel>& channel, std::size_t node, std::atomic<std::size_t>& ticks)
        : m_stub(channel), m_ticks(ticks)
    {
        m_request.add_nodes(BenchCluster::nodeName(node));
        m_stub.async()->Subscribe(&m_context, &m_request, this);
        StartRead(&m_frame);
        StartCall();
    }
    void cancel() { m_context.TryCancel(); }
    void wait() { m_done.get_future().wait(); }

private:
    void OnReadDone(bool isOk) override
    {
        if (!isOk)
            return;
        for (const v1::NodeUpdate& update : m_frame.updates())
            m_ticks.fetch_add(update.has_tick() ? 1 : 0, std::memory_order_relaxed);
        StartRead(&m_frame);
    }
    void OnDone(const grpc::Status&) override { m_done.set_value(); }

    v1::NodeTelemetry::Stub m_stub;
    grpc::ClientContext m_context;
    v1::SubscribeRequest m_request;
    v1::Frame m_frame;
    std::atomic<std::size_t>& m_ticks;
    std::promise<void> m_done;
};

BareReaders::BareReaders(const std::string& address, std::size_t nodes)
{
    for (int number = 0; number < 16; ++number) {
        grpc::ChannelArguments arguments;
        arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
        arguments.SetInt("lockstep.channel", number);
        m_channels.push_back(grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
    }
    for (std::size_t node = 0; node < nodes; ++node)
        m_readers.push_back(std::make_unique<BareReader>(m_channels[node % m_channels.size()], node, m_ticks));
}

BareReaders::~BareReaders()
{
    for (const auto& reader : m_readers)
        reader->cancel();
    for (const auto& reader : m_readers)
        reader->wait();
}

} // namespace lockstep::bench
