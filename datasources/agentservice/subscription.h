// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/nodering.h"

#include <deque>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
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
    void endIfStuck(std::chrono::steady_clock::time_point now, std::chrono::seconds patience);

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

} // namespace lockstep
