// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/telemetryservice.h"

#include "datasources/agentservice/noderegistry.h"
#include "datasources/agentservice/subscription.h"
#include "datasources/agentservice/wireencoder.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <map>

namespace lockstep {

namespace {

grpc::Status noSuchNode(const std::string& wanted, const NodeRegistry& registry)
{
    constexpr std::size_t shown = 5;
    std::string known;
    const auto rings = registry.rings();
    for (std::size_t at = 0; at < std::min(rings.size(), shown); ++at)
        known += fmt::format("{}{}", at == 0 ? "" : ", ", rings[at]->identity()->name);
    if (rings.size() > shown)
        known += fmt::format(" and {} more", rings.size() - shown);
    return {grpc::StatusCode::NOT_FOUND,
            fmt::format("there is no node '{}' here; there is: {}", cleanText(wanted, budget::nameBytes),
                        known.empty() ? "none yet" : known)};
}

} // namespace

TelemetryService::TelemetryService(NodeRegistry& registry, BearerToken token)
    : m_registry(registry), m_token(std::move(token))
{ }

grpc::Status TelemetryService::admit(const grpc::CallbackServerContext& context) const
{
    const auto found = context.client_metadata().find("authorization");
    const std::string_view shown = found == context.client_metadata().end()
        ? std::string_view()
        : std::string_view(found->second.data(), found->second.size());
    if (m_token.accepts(shown))
        return grpc::Status::OK;
    return {grpc::StatusCode::UNAUTHENTICATED,
            shown.empty() ? "a bearer token is required" : "the bearer token is not the right one"};
}

grpc::ServerUnaryReactor* TelemetryService::ListNodes(grpc::CallbackServerContext* context,
                                                      const v1::ListNodesRequest* /*request*/,
                                                      v1::ListNodesResponse* response)
{
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    const grpc::Status admission = admit(*context);
    if (admission.ok()) {
        for (const auto& ring : m_registry.rings())
            writeIdentity(*ring->identity(), *response->add_nodes());
    }
    reactor->Finish(admission);
    return reactor;
}

grpc::ServerUnaryReactor* TelemetryService::ProbeClock(grpc::CallbackServerContext* context,
                                                       const v1::ProbeClockRequest* request,
                                                       v1::ProbeClockResponse* response)
{
    const TimePoint received = m_registry.now(request->node());
    grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
    const grpc::Status admission = admit(*context);
    if (admission.ok()) {
        response->set_client_send(request->client_send());
        response->set_agent_receive(received.time_since_epoch().count());
        response->set_agent_send(m_registry.now(request->node()).time_since_epoch().count());
    }
    reactor->Finish(admission);
    return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* TelemetryService::Subscribe(grpc::CallbackServerContext* context,
                                                                        const grpc::ByteBuffer* request)
{
    const auto subscription = std::make_shared<Subscription>(m_registry, [this](Subscription* done) {
        const std::scoped_lock lock(m_mutex);
        m_subscriptions.erase(done);
    });
    const grpc::Status admission = admit(*context);
    const grpc::Status outcome = admission.ok() ? begin(*subscription, *request) : admission;
    if (!outcome.ok()) {
        subscription->begin({}, false);
        subscription->end(outcome);
    }
    return subscription.get();
}

grpc::Status TelemetryService::begin(Subscription& subscription, const grpc::ByteBuffer& bytes)
{
    v1::SubscribeRequest request;
    grpc::ByteBuffer buffer(bytes); // shares the bytes; reading consumes it
    if (!grpc::GenericDeserialize<grpc::ProtoBufferReader, v1::SubscribeRequest>(&buffer, &request).ok())
        return {grpc::StatusCode::INVALID_ARGUMENT, "expected a lockstep.v1.SubscribeRequest"};

    std::map<std::string_view, RingPosition> positions;
    for (const v1::Position& position : request.resume())
        positions.insert_or_assign(position.node(), RingPosition{position.epoch(), position.next_sequence()});

    std::vector<std::shared_ptr<NodeRing>> rings;
    for (const std::string& name : request.nodes()) {
        rings.push_back(m_registry.find(name));
        if (!rings.back())
            return noSuchNode(name, m_registry);
    }
    const bool wantsAll = request.nodes().empty();
    if (wantsAll)
        rings = m_registry.rings();

    std::vector<Subscription::Start> starts;
    for (const auto& ring : rings) {
        const auto found = positions.find(ring->identity()->name);
        starts.push_back({ring, found == positions.end() ? std::nullopt : std::optional(found->second)});
    }
    const std::scoped_lock lock(m_mutex);
    if (m_isEnding)
        return {grpc::StatusCode::UNAVAILABLE, "the agent is stopping"};
    m_subscriptions.insert(&subscription);
    subscription.begin(starts, wantsAll);
    return grpc::Status::OK;
}

void TelemetryService::endAll()
{
    const std::scoped_lock lock(m_mutex);
    m_isEnding = true;
    for (Subscription* subscription : m_subscriptions)
        subscription->end({grpc::StatusCode::UNAVAILABLE, "the agent is stopping"});
}

} // namespace lockstep
