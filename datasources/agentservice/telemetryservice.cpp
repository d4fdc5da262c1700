// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/telemetryservice.h"

#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/wireencoder.h"
#include "datasources/proto/wiretext.h"
#include "lockstep/v1/telemetry.pb.h"
#include "models/core/budget.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <string_view>

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
        // Rings are only appended: rings that are not in starts were added in between.
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

void Subscription::endIfStuck(std::chrono::steady_clock::time_point now, std::chrono::seconds timeout)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isWriting || m_isFinished || now - m_writingSince < timeout)
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

namespace {

using google::protobuf::internal::WireFormatLite;

constexpr std::uint32_t nodesTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kNodesFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
constexpr std::uint32_t resumeTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kResumeFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);

constexpr std::uint32_t knownOnlyTag
    = WireFormatLite::MakeTag(v1::SubscribeRequest::kKnownOnlyFieldNumber, WireFormatLite::WIRETYPE_VARINT);

class SubscribeReader
{
public:
    SubscribeReader(google::protobuf::io::ZeroCopyInputStream& stream, const NodeRegistry& registry)
        : m_input(&stream), m_registry(registry)
    { }

    SubscribeRequest read(const std::function<bool()>& isCancelled)
    {
        constexpr std::size_t fieldsPerLook = 256;
        bool isReadable = true;
        std::uint32_t tag = 0;
        for (std::size_t field = 0; isReadable && (tag = m_input.ReadTag()) != 0; ++field) {
            if (field % fieldsPerLook == 0 && isCancelled()) {
                m_request.outcome = SubscribeRequest::Outcome::Cancelled;
                return std::move(m_request);
            }
            if (tag == nodesTag)
                isReadable = readNode();
            else if (tag == resumeTag)
                isReadable = readPosition();
            else if (tag == knownOnlyTag)
                isReadable = readKnownOnly();
            else
                isReadable = WireFormatLite::SkipField(&m_input, tag);
        }
        if (isReadable && m_input.ConsumedEntireMessage())
            finish();
        return std::move(m_request);
    }

private:
    /// Reads a text field, limited to the length of a name.
    bool readText(std::string& text)
    {
        std::uint32_t size = 0;
        if (!m_input.ReadVarint32(&size) || size > INT32_MAX)
            return false;
        const auto kept = static_cast<int>(std::min<std::size_t>(size, budget::nameBytes + 1));
        return m_input.ReadString(&text, kept) && m_input.Skip(static_cast<int>(size) - kept);
    }

    bool readNode()
    {
        if (!readText(m_text))
            return false;
        m_namesNodes = true;
        auto ring = m_registry.find(m_text);
        if (!ring && m_request.unknownNode.empty())
            m_request.unknownNode = m_text.empty() ? "(no name)" : m_text;
        else if (ring && m_slots.try_emplace(ring.get(), m_request.wanted.size()).second)
            m_request.wanted.push_back({std::move(ring), {}});
        return true;
    }

    bool readKnownOnly()
    {
        std::uint64_t value = 0;
        const bool isReadable = m_input.ReadVarint64(&value);
        m_isKnownOnly = value != 0;
        return isReadable;
    }

    bool readPosition()
    {
        std::uint32_t size = 0;
        if (!m_input.ReadVarint32(&size) || size > INT32_MAX)
            return false;
        const auto limit = m_input.PushLimit(static_cast<int>(size));
        v1::Position position;
        // Positions for unknown nodes or overlong names are ignored.
        const bool isReadable = position.MergePartialFromCodedStream(&m_input) && m_input.ConsumedEntireMessage();
        m_input.PopLimit(limit);
        if (!isReadable)
            return false;
        if (auto ring = m_registry.find(position.node()))
            m_positions.insert_or_assign(ring.get(), RingPosition{position.epoch(), position.next_sequence()});
        return true;
    }

    void finish()
    {
        if (!m_request.unknownNode.empty() && !m_isKnownOnly) {
            m_request.outcome = SubscribeRequest::Outcome::UnknownNode;
            return;
        }
        m_request.outcome = SubscribeRequest::Outcome::Readable;
        m_request.wantsAll = !m_namesNodes;
        if (m_request.wantsAll) {
            for (auto& ring : m_registry.rings())
                m_request.wanted.push_back({std::move(ring), {}});
        }
        for (SubscribeRequest::Wanted& wanted : m_request.wanted) {
            if (const auto found = m_positions.find(wanted.ring.get()); found != m_positions.end())
                wanted.position = found->second;
        }
    }

    google::protobuf::io::CodedInputStream m_input;
    const NodeRegistry& m_registry;
    SubscribeRequest m_request;
    bool m_namesNodes = false;
    bool m_isKnownOnly = false;
    std::string m_text;
    std::unordered_map<const NodeRing*, std::size_t> m_slots;
    std::unordered_map<const NodeRing*, RingPosition> m_positions;
};

} // namespace

SubscribeRequest SubscribeRequest::read(google::protobuf::io::ZeroCopyInputStream& stream, const NodeRegistry& registry,
                                        const std::function<bool()>& isCancelled)
{
    return SubscribeReader(stream, registry).read(isCancelled);
}

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

bool TelemetryService::hasLaggingReaders()
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

void TelemetryService::endStuck(std::chrono::seconds timeout)
{
    const auto now = std::chrono::steady_clock::now();
    for (const auto& subscription : running())
        subscription->endIfStuck(now, timeout);
}

} // namespace lockstep
