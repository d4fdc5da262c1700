// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/subscription.h"

#include "datasources/agentservice/hub/noderegistry.h"
#include "models/core/budget.h"

namespace lockstep {

Subscription::Subscription(NodeRegistry& registry, grpc::CallbackServerContext* context,
                           std::function<void(Subscription*)> whenDone)
    : m_registry(registry), m_context(context), m_whenDone(std::move(whenDone))
{ }

void Subscription::begin(const std::vector<Start>& starts, bool alsoLater)
{
    m_self = shared_from_this();
    // Informs the reader at once that it was accepted, even without data.
    StartSendInitialMetadata();
    const std::scoped_lock lock(m_mutex);
    m_hasBegun = true;
    if (m_ending)
        return finishIfIdle();
    for (const Start& start : starts)
        follow(start.ring, start.position, false);
    m_wantsAll = alsoLater;
    for (std::size_t known = starts.size(); const auto& ring : m_registry.watch(m_self)) {
        // Rings are only added at the end: those not in starts were added in between.
        if (known > 0)
            --known;
        else if (m_wantsAll)
            follow(ring, std::nullopt, true);
    }
    writeNext();
}

void Subscription::follow(std::shared_ptr<NodeRing> ring, std::optional<RingPosition> position, bool fromItsStart)
{
    RingCursor cursor = fromItsStart ? RingCursor{} : ring->cursorAt(position);
    // Watch before the first read, so that no tick is missed in between.
    ring->watch(m_self, m_followed.size());
    m_followed.push_back({std::move(ring), std::move(cursor)});
    queue(m_followed.size() - 1);
}

void Subscription::queue(std::size_t slot)
{
    if (!m_followed[slot].isQueued) {
        m_followed[slot].isQueued = true;
        m_queue.push_back(slot);
    }
}

void Subscription::ringChanged(std::size_t slot)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isFinished)
        return;
    queue(slot);
    writeNext();
}

void Subscription::ringAdded(std::shared_ptr<NodeRing> ring)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isFinished || !m_wantsAll)
        return;
    follow(std::move(ring), std::nullopt, true);
    writeNext();
}

void Subscription::relayIntroduced()
{
    const std::scoped_lock lock(m_mutex);
    writeNext();
}

void Subscription::writeNext()
{
    if (m_isWriting || m_isFinished || m_ending)
        return;
    std::size_t budget = budget::packedFrameBytes;
    m_pieces.clear();
    if (const auto relay = m_registry.relaySince(m_introduction))
        m_pieces.push_back(*relay);
    while (!m_queue.empty() && budget > 0) {
        const std::size_t slot = m_queue.front();
        m_queue.pop_front();
        Followed& followed = m_followed[slot];
        followed.isQueued = false;
        if (followed.ring->read(followed.cursor, m_pieces, budget))
            queue(slot);
    }
    if (m_pieces.empty())
        return;
    m_frame = grpc::ByteBuffer(m_pieces.data(), m_pieces.size());
    m_pieces.clear();
    m_isWriting = true;
    m_writingSince = std::chrono::steady_clock::now();
    StartWrite(&m_frame);
}

bool Subscription::isBehind()
{
    const std::scoped_lock lock(m_mutex);
    return !m_isFinished && (m_isWriting || !m_queue.empty());
}

void Subscription::end(grpc::Status status)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_ending)
        m_ending = std::move(status);
    finishIfIdle();
}

void Subscription::endIfStuck(std::chrono::steady_clock::time_point now, std::chrono::seconds patience)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isWriting || m_isFinished || now - m_writingSince < patience)
        return;
    m_ending = grpc::Status(grpc::StatusCode::ABORTED, "the client is not reading");
    // A status would wait behind unread data, a cancellation does not. OnDone follows on gRPC's thread.
    if (m_context != nullptr)
        m_context->TryCancel();
}

void Subscription::finishIfIdle()
{
    if (!m_ending || !m_hasBegun || m_isWriting || m_isFinished)
        return;
    m_isFinished = true;
    Finish(*m_ending);
}

void Subscription::OnWriteDone(bool isOk)
{
    const std::scoped_lock lock(m_mutex);
    m_isWriting = false;
    m_frame.Clear();
    if (!isOk && !m_ending)
        m_ending = grpc::Status(grpc::StatusCode::UNAVAILABLE, "the client has disconnected");
    if (m_ending)
        finishIfIdle();
    else
        writeNext();
}

void Subscription::OnCancel()
{
    end(grpc::Status::CANCELLED);
}

void Subscription::OnDone()
{
    const std::shared_ptr<Subscription> self = std::move(m_self); // keeps it alive until the end of this function
    {
        const std::scoped_lock lock(m_mutex);
        m_registry.unwatch(this);
        for (const Followed& followed : m_followed)
            followed.ring->unwatch(this);
    }
    m_whenDone(this);
}

} // namespace lockstep
