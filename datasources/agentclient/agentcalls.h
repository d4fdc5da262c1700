// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/channelcache.h"
#include "datasources/agentclient/clientruntime.h"
#include "datasources/agentclient/policies/clockestimator.h"
#include "lockstep/v1/telemetry.grpc.pb.h"
#include "lockstep/v1/telemetry.pb.h"

#include <grpcpp/client_context.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

class AgentSession;

/// One ProbeClock call with a deadline. Without a connection it fails at once with the reason, whereas a stream waits.
class ClockProbe
{
public:
    using Answer = std::function<void(const grpc::Status&, const ClockEstimator::Exchange&)>;

    /// Starts a probe that keeps itself alive until it is answered. @p answer is called once, on one of gRPC's threads.
    /// @param node node whose clock is read; empty: the agent itself
    static void start(std::shared_ptr<SharedChannel> channel, CallGate::Pass pass, const std::string& node,
                      const std::string& bearerToken, Answer answer);
};

/// One Subscribe call. Frames are read as bytes, so that an unreadable one does not end the stream. Deletes itself when
/// gRPC has finished; the session may drop its reference earlier. Reactions run on gRPC's threads; other functions
/// under the session's lock.
class AgentStream final : public grpc::ClientBidiReactor<v1::SubscribeRequest, grpc::ByteBuffer>
{
public:
    AgentStream(std::shared_ptr<AgentSession> session, std::shared_ptr<SharedChannel> channel, CallGate::Pass pass);

    /// Waits for a connection without a time limit, then sends the request and starts to read.
    void start(v1::SubscribeRequest request, const std::string& bearerToken);
    void cancel();

    /// Continues reading after a reaction chose to wait.
    void readOn();
    [[nodiscard]] bool isWaiting() const { return m_isWaiting; }

private:
    ~AgentStream() override = default;
    /// gRPC 1.51 aborts in this function if a server breaks off within its headers. Without it, a rejected call is
    /// accepted until OnDone.
    bool InternalTrailersOnly(const grpc_call* /*call*/) const override { return false; }
    void OnReadInitialMetadataDone(bool isOk) override;
    void OnReadDone(bool isOk) override;
    void OnDone(const grpc::Status& status) override;

    const CallGate::Pass m_pass; ///< first member, so that it is released last
    const std::shared_ptr<AgentSession> m_session;
    const std::shared_ptr<SharedChannel> m_channel;
    grpc::ClientContext m_context;
    v1::SubscribeRequest m_request;
    grpc::ByteBuffer m_bytes;
    bool m_isWaiting = false;
};

} // namespace lockstep
