// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/hub/nodering.h"
#include "datasources/agentservice/servertoken.h"
#include "lockstep/v1/telemetry.grpc.pb.h"

#include <deque>
#include <google/protobuf/io/zero_copy_stream.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

class NodeRegistry;

/// One reader's stream: a cursor into each ring and one write in flight, so that a slow reader only affects its own
/// lag. Waiting ticks are packed into one frame, node by node in turn. Lives until gRPC has finished the call; works on
/// gRPC's and the publishers' threads.
class Subscription final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                           public TickWatcher,
                           public std::enable_shared_from_this<Subscription>
{
public:
    struct Start
    {
        std::shared_ptr<NodeRing> ring;
        std::optional<RingPosition> position;
    };

    /// @param context of the call; null for fuzzing
    /// @param whenDone called once, after the last reaction
    Subscription(NodeRegistry& registry, grpc::CallbackServerContext* context,
                 std::function<void(Subscription*)> whenDone);

    /// Follows these rings, and with @p alsoLater those that are added later. Call once; the stream may have ended
    /// already.
    void begin(const std::vector<Start>& starts, bool alsoLater);

    /// Whether its reader has not received all data.
    [[nodiscard]] bool isBehind();

    /// Ends the stream with this status as soon as no write is in flight.
    void end(grpc::Status status);

    /// Ends the stream if its reader has not read waiting data for that long.
    void endIfStuck(std::chrono::steady_clock::time_point now, std::chrono::seconds timeout);

    void ringChanged(std::size_t slot) override;
    void ringAdded(std::shared_ptr<NodeRing> ring) override;
    void relayIntroduced() override;

private:
    struct Followed
    {
        std::shared_ptr<NodeRing> ring;
        RingCursor cursor;
        bool isQueued = false;
    };

    void OnWriteDone(bool isOk) override;
    void OnCancel() override;
    void OnDone() override;

    void follow(std::shared_ptr<NodeRing> ring, std::optional<RingPosition> position, bool fromItsStart);
    void queue(std::size_t slot);
    void writeNext();
    void finishIfIdle();

    NodeRegistry& m_registry;
    grpc::CallbackServerContext* const m_context; ///< valid until OnDone
    std::function<void(Subscription*)> m_whenDone;
    std::shared_ptr<Subscription> m_self; ///< keeps it alive until OnDone

    std::mutex m_mutex;
    std::deque<Followed> m_followed; ///< by slot
    std::deque<std::size_t> m_queue; ///< slots with new data
    std::vector<grpc::Slice> m_pieces; ///< of the frame being assembled
    grpc::ByteBuffer m_frame; ///< in flight
    std::chrono::steady_clock::time_point m_writingSince{};
    std::uint64_t m_introduction = 0; ///< last version of the relay's introduction sent
    bool m_wantsAll = false;
    bool m_hasBegun = false;
    bool m_isWriting = false;
    bool m_isFinished = false;
    std::optional<grpc::Status> m_ending;
};

/// A parsed v1.SubscribeRequest. Fields are checked one by one against the known nodes, so the nodes bound its memory,
/// not the request.
struct SubscribeRequest
{
    struct Wanted
    {
        std::shared_ptr<NodeRing> ring;
        std::optional<RingPosition> position;
    };

    enum class Outcome { Readable, Malformed, UnknownNode, Cancelled };

    Outcome outcome = Outcome::Malformed;
    /// Rings without duplicates, in the order of the hub if all are wanted, otherwise as requested.
    std::vector<Wanted> wanted;
    bool wantsAll = false; ///< including later ones
    std::string unknownNode; ///< the first unknown one, truncated

    /// @param isCancelled polled occasionally
    [[nodiscard]] static SubscribeRequest read(google::protobuf::io::ZeroCopyInputStream& stream,
                                               const NodeRegistry& registry, const std::function<bool()>& isCancelled);
};

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
    [[nodiscard]] bool hasLaggingReaders();
    /// Ends streams whose readers do not read.
    void endStuck(std::chrono::seconds timeout);

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
