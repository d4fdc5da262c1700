// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/bearertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"

#include <mutex>
#include <unordered_set>

namespace lockstep {

class NodeRegistry;
class Subscription;

/// v1.NodeTelemetry over a registry. Subscriptions are sent as bytes, since the rings hold ticks that are serialised
/// already. Owned by the server; works on gRPC's threads.
class TelemetryService final
    : public v1::NodeTelemetry::WithCallbackMethod_ListNodes<v1::NodeTelemetry::WithRawCallbackMethod_Subscribe<
          v1::NodeTelemetry::WithCallbackMethod_ProbeClock<v1::NodeTelemetry::Service>>>
{
public:
    TelemetryService(NodeRegistry& registry, BearerToken token);

    /// Ends all streams and refuses new ones.
    void endAll();

    grpc::ServerUnaryReactor* ListNodes(grpc::CallbackServerContext* context, const v1::ListNodesRequest* request,
                                        v1::ListNodesResponse* response) override;
    grpc::ServerWriteReactor<grpc::ByteBuffer>* Subscribe(grpc::CallbackServerContext* context,
                                                          const grpc::ByteBuffer* request) override;
    grpc::ServerUnaryReactor* ProbeClock(grpc::CallbackServerContext* context, const v1::ProbeClockRequest* request,
                                         v1::ProbeClockResponse* response) override;

private:
    /// OK, or why the caller may not in.
    [[nodiscard]] grpc::Status admit(const grpc::CallbackServerContext& context) const;
    [[nodiscard]] grpc::Status begin(Subscription& subscription, const grpc::ByteBuffer& bytes);

    NodeRegistry& m_registry;
    const BearerToken m_token;
    std::mutex m_mutex;
    std::unordered_set<Subscription*> m_subscriptions;
    bool m_isEnding = false;
};

} // namespace lockstep
