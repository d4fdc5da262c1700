// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/servertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace lockstep {

class NodeRegistry;
class Subscription;

/// Whether a call has the right token. Wrong ones are counted per peer, which is shut out longer each time.
[[nodiscard]] grpc::Status admitCall(const grpc::CallbackServerContext& context, const ServerToken& token,
                                     ConnectionLimiter& limiter);

/// v1.NodeTelemetry over a registry. Responses are sent as bytes, because rings hold serialised ticks. Owned by the
/// server; works on gRPC's threads.
class TelemetryService final
    : public v1::NodeTelemetry::WithCallbackMethod_ListNodes<v1::NodeTelemetry::WithRawCallbackMethod_Subscribe<
          v1::NodeTelemetry::WithCallbackMethod_ProbeClock<v1::NodeTelemetry::Service>>>
{
public:
    TelemetryService(NodeRegistry& registry, const ServerToken& token, ConnectionLimiter& limiter);

    /// Ends all streams and rejects new ones.
    void endAll();
    /// Ends streams that were opened with an outdated token.
    void tokenHasChanged();
    [[nodiscard]] bool hasReadersBehind();
    /// Ends streams whose readers do not read.
    void endStuck(std::chrono::seconds patience);

    grpc::ServerUnaryReactor* ListNodes(grpc::CallbackServerContext* context, const v1::ListNodesRequest* request,
                                        v1::ListNodesResponse* response) override;
    grpc::ServerWriteReactor<grpc::ByteBuffer>* Subscribe(grpc::CallbackServerContext* context,
                                                          const grpc::ByteBuffer* request) override;
    grpc::ServerUnaryReactor* ProbeClock(grpc::CallbackServerContext* context, const v1::ProbeClockRequest* request,
                                         v1::ProbeClockResponse* response) override;

private:
    /// OK, or the reason for rejection.
    [[nodiscard]] grpc::Status begin(Subscription& subscription, const grpc::CallbackServerContext& context,
                                     std::uint64_t tokenVersion, const grpc::ByteBuffer& bytes);
    void ended(Subscription* subscription);
    [[nodiscard]] std::vector<std::shared_ptr<Subscription>> running();

    NodeRegistry& m_registry;
    const ServerToken& m_token;
    ConnectionLimiter& m_limiter;
    std::atomic<std::uint64_t> m_tokenVersion = 0;
    std::mutex m_mutex; ///< held only briefly, because all calls need it
    std::unordered_map<Subscription*, ConnectionLimiter::ConnectionPtr> m_subscriptions;
    bool m_isEnding = false;
};

} // namespace lockstep
