// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentstream.h"

#include "datasources/agentclient/agentsession.h"

#include <grpcpp/generic/generic_stub.h>

namespace lockstep {

AgentStream::AgentStream(std::shared_ptr<AgentSession> session, std::shared_ptr<SharedChannel> channel,
                         CallGate::Pass pass)
    : m_pass(std::move(pass)), m_session(std::move(session)), m_channel(std::move(channel))
{ }

void AgentStream::start(v1::SubscribeRequest request, const std::string& bearerToken)
{
    m_request = std::move(request);
    m_context.set_wait_for_ready(true);
    if (!bearerToken.empty())
        m_context.AddMetadata("authorization", "Bearer " + bearerToken);
    grpc::TemplatedGenericStub<v1::SubscribeRequest, grpc::ByteBuffer> stub(m_channel->channel);
    stub.PrepareBidiStreamingCall(&m_context, "/lockstep.v1.NodeTelemetry/Subscribe", {}, this);
    StartWriteLast(&m_request, grpc::WriteOptions());
    StartRead(&m_bytes);
    StartCall();
}

void AgentStream::cancel()
{
    m_context.TryCancel();
    if (m_isWaiting)
        readOn();
}

void AgentStream::readOn()
{
    m_isWaiting = false;
    StartRead(&m_bytes);
    RemoveHold();
}

void AgentStream::OnReadInitialMetadataDone(bool isOk)
{
    if (isOk)
        m_session->streamAccepted(*this);
}

void AgentStream::OnReadDone(bool isOk)
{
    if (!isOk)
        return; // OnDone follows with the reason
    m_session->streamRead(*this, m_bytes, [this](bool mayReadOn) {
        if (mayReadOn) {
            StartRead(&m_bytes);
        } else {
            // Reading starts outside a reaction, so the hold keeps the call alive until then.
            AddHold();
            m_isWaiting = true;
        }
    });
}

void AgentStream::OnDone(const grpc::Status& status)
{
    m_session->streamEnded(*this, status);
    delete this;
}

} // namespace lockstep
