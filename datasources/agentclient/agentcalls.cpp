// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentcalls.h"

#include "datasources/agentclient/agentsession.h"

#include <grpcpp/generic/generic_stub.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr auto deadline = std::chrono::seconds(2);

/// State of a call in progress.
struct Call
{
    Call(std::shared_ptr<SharedChannel> sharedChannel, CallGate::Pass callPass)
        : pass(std::move(callPass)), channel(std::move(sharedChannel)), stub(channel->channel)
    { }

    CallGate::Pass pass; // destroyed last
    std::shared_ptr<SharedChannel> channel;
    v1::NodeTelemetry::Stub stub;
    grpc::ClientContext context;
    v1::ProbeClockRequest request;
    v1::ProbeClockResponse response;
    std::chrono::steady_clock::time_point sent;
};

TimePoint timeOf(std::int64_t nanoseconds)
{
    return TimePoint(Duration(nanoseconds));
}

/// An implausible uncertainty is treated as unknown.
Duration uncertaintyOf(const v1::ProbeClockResponse& response)
{
    constexpr Duration longest = std::chrono::hours(24 * 366);
    return Duration(
        static_cast<std::int64_t>(std::min(response.uncertainty(), static_cast<std::uint64_t>(longest.count()))));
}

} // namespace

void ClockProbe::start(std::shared_ptr<SharedChannel> channel, CallGate::Pass pass, const std::string& node,
                       const std::string& bearerToken, Answer answer)
{
    const auto call = std::make_shared<Call>(std::move(channel), std::move(pass));
    if (!bearerToken.empty())
        call->context.AddMetadata("authorization", "Bearer " + bearerToken);
    call->context.set_deadline(std::chrono::system_clock::now() + deadline);
    call->request.set_node(node);
    call->sent = std::chrono::steady_clock::now();
    call->request.set_client_send(wallClockNow().time_since_epoch().count());
    // The lambda owns the call; gRPC owns the lambda.
    call->stub.async()->ProbeClock(
        &call->context, &call->request, &call->response,
        [call, answer = std::move(answer)](const grpc::Status& status) {
            // The local part of the round trip is measured by the steady clock, because the wall clock may be set
            // meanwhile.
            const auto took = std::chrono::steady_clock::now() - call->sent;
            const TimePoint sent = timeOf(call->request.client_send());
            answer(status,
                   {sent, timeOf(call->response.agent_receive()), timeOf(call->response.agent_send()),
                    sent + std::chrono::duration_cast<Duration>(took), uncertaintyOf(call->response)});
        });
}

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
