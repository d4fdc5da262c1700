// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/telemetryservice.h"

#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/agentservice/subscriberequest.h"
#include "datasources/agentservice/subscription.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

grpc::Status noSuchNode(const std::string& wanted, const NodeRegistry& registry)
{
    constexpr std::size_t shown = 5;
    std::string known;
    const auto rings = registry.rings();
    std::size_t count = 0;
    for (const auto& ring : rings) {
        const auto identity = ring->identity();
        if (identity && ++count <= shown)
            known += fmt::format("{}{}", count == 1 ? "" : ", ", identity->name);
    }
    if (count > shown)
        known += fmt::format(" and {} more", count - shown);
    return {grpc::StatusCode::NOT_FOUND,
            fmt::format("unknown node '{}'; known: {}", cleanText(wanted, budget::nameBytes),
                        known.empty() ? "none yet" : known)};
}

} // namespace

grpc::Status admitCall(const grpc::CallbackServerContext& context, const ServerToken& token, ConnectionLimiter& limiter)
{
    const auto found = context.client_metadata().find("authorization");
    const std::string_view shown = found == context.client_metadata().end()
        ? std::string_view()
        : std::string_view(found->second.data(), found->second.size());
    const bool isRight = token.accepts(shown);
    limiter.showsToken(ConnectionProxy::keyOf(context.peer()), isRight, std::chrono::steady_clock::now());
    if (isRight)
        return grpc::Status::OK;
    return {grpc::StatusCode::UNAUTHENTICATED, shown.empty() ? "a bearer token is required" : "wrong bearer token"};
}

TelemetryService::TelemetryService(NodeRegistry& registry, const ServerToken& token, ConnectionLimiter& limiter)
    : m_registry(registry), m_token(token), m_limiter(limiter)
{ }

grpc::ServerUnaryReactor* TelemetryService::ListNodes(grpc::CallbackServerContext* context,
                                                      const v1::ListNodesRequest* /*request*/,
                                                      v1::ListNodesResponse* response)
{
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    const grpc::Status admission = admitCall(*context, m_token, m_limiter);
    if (admission.ok()) {
        for (const auto& ring : m_registry.rings()) {
            if (const auto identity = ring->identity())
                writeIdentity(*identity, *response->add_nodes());
        }
    }
    reactor->Finish(admission);
    return reactor;
}

grpc::ServerUnaryReactor* TelemetryService::ProbeClock(grpc::CallbackServerContext* context,
                                                       const v1::ProbeClockRequest* request,
                                                       v1::ProbeClockResponse* response)
{
    const ClockSample received = m_registry.now(request->node());
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    const grpc::Status admission = admitCall(*context, m_token, m_limiter);
    if (admission.ok()) {
        response->set_client_send(request->client_send());
        const ClockSample sent = m_registry.now(request->node());
        if (received.time && sent.time) {
            response->set_agent_receive(received.time->time_since_epoch().count());
            response->set_agent_send(sent.time->time_since_epoch().count());
            response->set_uncertainty(
                static_cast<std::uint64_t>(std::max(received.uncertainty, sent.uncertainty).count()));
        }
    }
    reactor->Finish(admission);
    return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* TelemetryService::Subscribe(grpc::CallbackServerContext* context,
                                                                        const grpc::ByteBuffer* request)
{
    const auto subscription
        = std::make_shared<Subscription>(m_registry, context, [this](Subscription* done) { ended(done); });
    const std::uint64_t tokenVersion = m_tokenVersion;
    const grpc::Status admission = admitCall(*context, m_token, m_limiter);
    const grpc::Status outcome = admission.ok() ? begin(*subscription, *context, tokenVersion, *request) : admission;
    if (!outcome.ok()) {
        subscription->end(outcome);
        subscription->begin({}, false);
    }
    return subscription.get();
}

grpc::Status TelemetryService::begin(Subscription& subscription, const grpc::CallbackServerContext& context,
                                     std::uint64_t tokenVersion, const grpc::ByteBuffer& bytes)
{
    if (context.IsCancelled())
        return grpc::Status::CANCELLED;
    grpc::ByteBuffer buffer(bytes); // shares the bytes, because reading consumes the buffer
    grpc::ProtoBufferReader reader(&buffer);
    const SubscribeRequest request
        = SubscribeRequest::read(reader, m_registry, [&context] { return context.IsCancelled(); });
    switch (request.outcome) {
    case SubscribeRequest::Outcome::Readable:
        break;
    case SubscribeRequest::Outcome::UnknownNode:
        return noSuchNode(request.unknownNode, m_registry);
    case SubscribeRequest::Outcome::Cancelled:
        return grpc::Status::CANCELLED;
    case SubscribeRequest::Outcome::Malformed:
        return {grpc::StatusCode::INVALID_ARGUMENT, "expected a lockstep.v1.SubscribeRequest"};
    }
    const auto now = std::chrono::steady_clock::now();
    ConnectionLimiter::ConnectionPtr connection;
    if (const std::string refusal = m_limiter.streamBegins(ConnectionProxy::keyOf(context.peer()), connection, now);
        !refusal.empty())
        return {grpc::StatusCode::RESOURCE_EXHAUSTED, refusal};
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isEnding || tokenVersion != m_tokenVersion) {
            m_limiter.streamEnds(connection, now);
            return m_isEnding
                ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "the agent is stopping")
                : grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "the bearer token has just been replaced");
        }
        m_subscriptions.emplace(&subscription, std::move(connection));
    }
    std::vector<Subscription::Start> starts;
    starts.reserve(request.wanted.size());
    for (const SubscribeRequest::Wanted& wanted : request.wanted)
        starts.push_back({wanted.ring, wanted.position});
    subscription.begin(starts, request.wantsAll);
    return grpc::Status::OK;
}

void TelemetryService::ended(Subscription* subscription)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_subscriptions.find(subscription);
    if (found == m_subscriptions.end())
        return; // rejected
    m_limiter.streamEnds(found->second, std::chrono::steady_clock::now());
    m_subscriptions.erase(found);
}

bool TelemetryService::hasReadersBehind()
{
    return std::ranges::any_of(running(), &Subscription::isBehind);
}

std::vector<std::shared_ptr<Subscription>> TelemetryService::running()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<Subscription>> all;
    all.reserve(m_subscriptions.size());
    for (const auto& [subscription, connection] : m_subscriptions)
        all.push_back(subscription->shared_from_this());
    return all;
}

void TelemetryService::endAll()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isEnding = true;
    }
    for (const auto& subscription : running())
        subscription->end({grpc::StatusCode::UNAVAILABLE, "the agent is stopping"});
}

void TelemetryService::tokenHasChanged()
{
    {
        const std::scoped_lock lock(m_mutex);
        ++m_tokenVersion;
    }
    for (const auto& subscription : running())
        subscription->end({grpc::StatusCode::UNAUTHENTICATED, "the bearer token has been replaced"});
}

void TelemetryService::endStuck(std::chrono::seconds patience)
{
    const auto now = std::chrono::steady_clock::now();
    for (const auto& subscription : running())
        subscription->endIfStuck(now, patience);
}

} // namespace lockstep
