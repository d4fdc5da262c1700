// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentsession.h"

#include "datasources/agentclient/agentcalls.h"
#include "datasources/proto/wirescan.h"
#include "datasources/proto/wiretext.h"
#include "datasources/text/textfile.h"
#include "models/core/batch.h"
#include "models/core/textparts.h"

#include <fmt/format.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

/// Parts of gRPC's messages, in lower case, and their meaning. The first match applies, because errors are nested.
/// OpenSSL and BoringSSL, either of which gRPC may be built with, differ only in case and underscores.
struct Phrase
{
    std::string_view found;
    ConnectionProblem problem;
    std::string_view meaning;
};

constexpr auto phrases = [] {
    using enum ConnectionProblem;
    return std::to_array<Phrase>({
        {"certificate verify failed", Certificate, "its certificate is not trusted"},
        {"hostname verification check failed", Certificate, "its certificate is valid only for another host name"},
        {"is not in peer certificate", Certificate, "its certificate is valid only for another host name"},
        {"wrong version number", Tls, "it does not use TLS"},
        {"certificate required", Certificate, "it requires a client certificate that it trusts"},
        {"unknown ca", Certificate, "it requires a client certificate that it trusts"},
        {"bad certificate", Certificate, "it rejected the client certificate"},
        {"handshake", Tls, "TLS handshake failed"},
        {"connection refused", Refused, "connection refused"},
        {"no route to host", NoRoute, "no route to the host"},
        {"network is unreachable", NoRoute, "network unreachable"},
        {"no such file or directory", Other, "no such socket"},
        {"dns resolution failed", NameNotResolved, "the host name could not be resolved"},
        {"keepalive watchdog timeout", NoAnswer, "no answer"},
        {"ping timeout", NoAnswer, "no answer"},
        {"timeout occurred", NoAnswer, "no answer"},
        {"the agent is stopping", Other, "the agent stopped"},
        {"failed to connect to all addresses; last error: unavailable", Tls,
         "it closed the connection immediately; it may require TLS or a client certificate that it trusts"},
        {"connection reset", Other, "connection lost"},
        {"socket closed", Other, "connection lost"},
        {"broken pipe", Other, "connection lost"},
        {"goaway", Other, "it closed the connection"},
    });
}();

/// Converts a message to the form of the phrases: lower case, blanks instead of underscores.
std::string comparable(std::string_view text)
{
    std::string words = lowerCase(text);
    std::ranges::replace(words, '_', ' ');
    return words;
}

constexpr int probesAtConnect = 4;
constexpr auto probePeriod = std::chrono::seconds(10);

/// Random seed, different for each client and run.
std::uint32_t seedFor(SourceId source, std::uint32_t salt)
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return source.value * 2654435761U + salt + static_cast<std::uint32_t>(now);
}

std::string tooLargeUnpacked(grpc::ByteBuffer& bytes)
{
    grpc::ProtoBufferReader reader(&bytes);
    const Status size = checkUnpackedSize(reader);
    return size.isOk() ? std::string() : size.error().message;
}

/// A relay sends a heartbeat about once a second, regardless of its tick period.
constexpr auto relayTimeout = std::chrono::seconds(3);

ExpectedNodes expectedOf(const AgentEndpoint& endpoint)
{
    if (!endpoint.relayed.empty())
        return {endpoint.relayed, true};
    return endpoint.node.empty() ? ExpectedNodes{} : ExpectedNodes{{endpoint.node}, false};
}

void writePosition(const TelemetryDecoder::Position& position, v1::Position& wire)
{
    wire.set_node(position.node);
    wire.set_epoch(position.epoch);
    wire.set_next_sequence(position.nextSequence);
}

} // namespace

ConnectionReason connectionReason(const grpc::Status& status)
{
    using enum ConnectionProblem;
    constexpr std::size_t longest = 300;
    const std::string said = cleanText(status.error_message(), longest);
    switch (status.error_code()) {
    case grpc::StatusCode::OK:
        return {"it ended the stream"};
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
        return {"it rejected the credentials: " + said, Credentials};
    case grpc::StatusCode::UNIMPLEMENTED:
        return {"it is not a Lockstep agent, or is an older version", NotAnAgent};
    case grpc::StatusCode::NOT_FOUND:
        return {said};
    case grpc::StatusCode::DEADLINE_EXCEEDED:
        return {"no answer", NoAnswer};
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
        return {"it exceeded a limit: " + said};
    default:
        break;
    }
    const std::string message = comparable(status.error_message());
    for (const Phrase& phrase : phrases) {
        if (message.find(phrase.found) != std::string::npos)
            return {std::string(phrase.meaning), phrase.problem};
    }
    return {said.empty() ? "connection failed" : said};
}

AgentSession::AgentSession(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink,
                           ClientRuntime& runtime)
    : m_source(source),
      m_endpoint(std::move(endpoint)),
      m_sink(std::move(sink)),
      m_runtime(runtime),
      m_status(source, m_endpoint.address),
      m_decoder(source, m_endpoint.address, expectedOf(m_endpoint),
                {runtime.batches(), runtime.frames(), runtime.claims()}),
      m_streamRetry(seedFor(source, 1)),
      m_probeRetry(seedFor(source, 2))
{
    if (!m_endpoint.relayed.empty())
        m_relayed.emplace(source, m_endpoint.relay, m_endpoint.relayed);
}

void AgentSession::start()
{
    const std::scoped_lock lock(m_mutex);
    if (m_isRunning)
        return;
    m_isRunning = true;
    ++m_run;
    m_status.startOver();
    m_streamRetry.reset();
    m_nextStream = {};
    report(SourceState::Connecting, {});
    // On the heartbeat's thread, because connecting reads files and resolves names.
    if (m_isBeating) {
        m_runtime.heartbeat().wake();
    } else {
        m_isBeating = true;
        m_runtime.heartbeat().add(shared_from_this());
    }
}

void AgentSession::stop()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isRunning)
        return;
    report(SourceState::Closed, {"stopped"});
    releaseRelay();
    m_isRunning = false;
    m_decoder.leave();
    if (m_stream != nullptr)
        std::exchange(m_stream, nullptr)->cancel();
    m_channel.reset();
}

SteadyTime AgentSession::beat(SteadyTime now)
{
    // Another call is using this client; the next turn is early enough.
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock)
        return now;
    if (!m_isRunning)
        return SteadyTime::max();
    if (std::exchange(m_hasProbeFailed, false))
        dropOutdatedChannel(now);
    if (m_stream == nullptr && now >= m_nextStream)
        openStream(now);
    if (m_stream != nullptr && m_stream->isWaiting() && m_intake.mayRead(now))
        m_stream->readOn();
    checkStale(now);
    if (m_channel && !m_isProbing && now >= m_nextProbe)
        probe(now);
    if (BatchPtr batch = m_status.refusals(now)) {
        emit(std::move(batch));
        reportSummary();
    }
    return nextBeat(now);
}

void AgentSession::dropOutdatedChannel(SteadyTime now)
{
    // The stream waits for a connection that is retried with possibly outdated certificates.
    if (m_stream == nullptr || m_isAccepted || !m_channel || ChannelCache::isCurrent(*m_channel, m_endpoint))
        return;
    std::exchange(m_stream, nullptr)->cancel();
    m_nextStream = now;
}

SteadyTime AgentSession::nextBeat(SteadyTime now) const
{
    constexpr auto longest = std::chrono::seconds(1); // rejected frames are reported within this time
    if (m_stream == nullptr || m_stream->isWaiting() || !m_isAccepted || m_probesInHaste > 0)
        return now;
    return std::min({staleAt(), m_nextProbe, now + longest});
}

SteadyTime AgentSession::staleAt() const
{
    // One turn early, so that two missing ticks are detected within two ticks.
    if (m_status.state() == SourceState::Stale)
        return SteadyTime::max();
    const Duration timeout = 2 * m_decoder.tickPeriod();
    return m_lastHeard + (m_relayed ? std::max<Duration>(timeout, relayTimeout) : timeout) - Heartbeat::period;
}

void AgentSession::checkStale(SteadyTime now)
{
    if (!m_isAccepted || now < staleAt())
        return;
    const double seconds = std::chrono::duration<double>(staleAt() + Heartbeat::period - m_lastHeard).count();
    const std::string why = m_status.firstRefusal().empty() ? "" : "; rejected: " + m_status.firstRefusal();
    report(SourceState::Stale, {fmt::format("no valid data for {:.3g} s{}", seconds, why)});
}

void AgentSession::openStream(SteadyTime now)
{
    if (!m_endpoint.bearerTokenFile.empty()) {
        Result<std::string> token = readTokenFile(m_endpoint.bearerTokenFile);
        if (!token.isOk())
            return retryLater({token.error().message, ConnectionProblem::Credentials});
        m_bearerToken = std::move(token).value();
    }
    // Acquired anew each time, so that new certificates apply once the old connection is gone.
    m_channel.reset();
    auto channel = m_runtime.channels().acquire(m_endpoint);
    if (!channel.isOk())
        return retryLater({channel.error().message, ConnectionProblem::Tls});
    m_channel = std::move(channel).value();

    v1::SubscribeRequest request = this->request();
    m_decoder.beginStream();
    if (m_relayed)
        m_relayed->beginStream();
    m_isAccepted = false;
    m_stream = new AgentStream(shared_from_this(), m_channel, m_runtime.calls().enter());
    m_stream->start(std::move(request), m_bearerToken);
    m_clock.clear();
    m_lastEstimate.reset();
    m_lastTick.reset();
    m_probesInHaste = 0;
    m_nextProbe = now; // determines at once whether the agent is reachable
}

v1::SubscribeRequest AgentSession::request() const
{
    v1::SubscribeRequest request;
    const std::vector<std::string> nodes
        = m_endpoint.node.empty() ? m_endpoint.relayed : std::vector<std::string>{m_endpoint.node};
    request.mutable_nodes()->Assign(nodes.begin(), nodes.end());
    request.set_known_only(!m_endpoint.relayed.empty());
    std::set<std::string_view> known;
    const std::vector<TelemetryDecoder::Position> positions = m_decoder.positions();
    for (const TelemetryDecoder::Position& position : positions) {
        known.insert(position.node);
        writePosition(position, *request.add_resume());
    }
    // An empty epoch: all retained data of nodes that were not followed before.
    for (const std::string& node : nodes) {
        if (m_runtime.role() != nullptr && !known.contains(node))
            writePosition({node, 0, 0}, *request.add_resume());
    }
    return request;
}

void AgentSession::streamAccepted(const AgentStream& stream)
{
    const std::scoped_lock lock(m_mutex);
    if (&stream != m_stream)
        return;
    m_isAccepted = true;
    m_lastHeard = std::chrono::steady_clock::now();
}

void AgentSession::streamRead(const AgentStream& stream, grpc::ByteBuffer& bytes,
                              const std::function<void(bool)>& proceed)
{
    const std::scoped_lock lock(m_mutex);
    if (&stream != m_stream)
        return; // cancelled: OnDone follows without another read
    const SteadyTime now = std::chrono::steady_clock::now();
    m_decoded.clear();
    noticeSetClock(now);
    const std::size_t length = bytes.Length();
    std::string refusal = isLarge(length) ? tooLargeUnpacked(bytes) : std::string();
    if (refusal.empty()) {
        grpc::ProtoBufferReader reader(&bytes);
        refusal = m_decoder.decode(reader, wallClockNow(), m_decoded);
    }
    bytes.Clear();
    if (!refusal.empty())
        m_status.refused(refusal);
    const TelemetryDecoder::RelayUpdate news = m_decoder.takeRelayUpdate();
    if (news.relay && isLoop(*news.relay))
        return leaveLoop(*news.relay);
    const bool isSignOfLife = takeRelay(news.relay);
    if (!m_decoded.empty() || isSignOfLife) {
        m_isAccepted = true;
        m_lastHeard = now;
        m_streamRetry.reset();
        if (m_status.state() != SourceState::Live) {
            report(SourceState::Live, {m_relayed ? m_relayed->summary() : std::string()});
            // Quick probes start only now, because an agent that rejects the stream would otherwise be probed quickly
            // at each retry. A probe that is in flight may lack the node's name, so it does not count.
            m_probesInHaste = probesAtConnect + (m_isProbing ? 1 : 0);
            m_nextProbe = now;
        }
    }
    takeRelayUpdate(news);
    m_intake.setExpectation(m_decoder.acceptedNodes(), m_decoder.tickPeriod(), m_endpoint.relayed.size());
    m_intake.spend(
        {length, m_decoded.size() + news.reached.size() + news.clocks.size(), m_decoder.takeWork(), !refusal.empty()},
        now);
    for (BatchPtr& batch : m_decoded) {
        noticeSetNodeClock(*batch, now);
        emit(std::move(batch));
    }
    proceed(m_intake.mayRead(now));
}

bool AgentSession::isLoop(const RelayIdentity& relay) const
{
    const RelayRole* const role = m_runtime.role();
    return role != nullptr && (relay.id == role->id || std::ranges::find(relay.behind, role->id) != relay.behind.end());
}

void AgentSession::leaveLoop(const RelayIdentity& relay)
{
    std::exchange(m_stream, nullptr)->cancel(); // OnDone follows without another read
    m_isAccepted = false;
    retryLater({relay.id == m_runtime.role()->id
                    ? "it is this relay itself; a relay cannot read its own data"
                    : fmt::format("it is the relay {}, which reads this relay; two relays cannot read each other",
                                  relay.name)});
    m_runtime.heartbeat().wake();
}

bool AgentSession::takeRelay(const std::optional<RelayIdentity>& relay)
{
    if (!relay)
        return false;
    if (const RelayRole* const role = m_runtime.role())
        role->reads(m_source, &*relay);
    // For one node behind a relay, only its own ticks are a sign of life.
    if (!m_endpoint.node.empty())
        return false;
    if (!m_relayed)
        m_relayed.emplace(m_source, m_endpoint.relay, m_endpoint.relayed);
    m_relayed->setName(relay->name);
    return true;
}

void AgentSession::takeRelayUpdate(const TelemetryDecoder::RelayUpdate& news)
{
    if (!m_relayed) {
        if (!news.reached.empty() && news.reached.back().second.state != SourceState::Live)
            report(SourceState::Stale, {"no data at the relay: " + news.reached.back().second.reason});
        return;
    }
    std::vector<BatchPtr> batches;
    for (const auto& [node, status] : news.reached)
        batches.push_back(m_relayed->reach(node, status));
    for (const auto& [node, clock] : news.clocks) {
        if (!m_decoder.isRefused(node))
            batches.push_back(m_relayed->clock(node, clock));
    }
    emitAll(std::move(batches));
    if (!news.reached.empty())
        reportSummary();
}

/// A rejection is reported rather than the number of reporting nodes.
void AgentSession::reportSummary()
{
    if (m_relayed && m_status.state() == SourceState::Live && m_status.firstRefusal().empty())
        report(SourceState::Live, {m_relayed->summary()});
}

void AgentSession::emitAll(std::vector<BatchPtr> batches)
{
    for (BatchPtr& batch : batches) {
        if (batch)
            emit(std::move(batch));
    }
}

void AgentSession::releaseRelay()
{
    if (const RelayRole* const role = m_runtime.role())
        role->reads(m_source, nullptr);
}

/// When the local clock is set, the offset of the node's clock changes by the same amount. Applies it at once instead
/// of after ten probes.
void AgentSession::noticeSetClock(SteadyTime now)
{
    const std::optional<Duration> step = m_setClock.step(wallClockNow(), now);
    if (!step)
        return;
    m_clock.clear();
    m_probesInHaste = probesAtConnect + (m_isProbing ? 1 : 0);
    m_nextProbe = now;
    if (m_lastEstimate)
        reportClock({m_lastEstimate->offset - *step, m_lastEstimate->uncertainty});
}

/// A tick from the future, or one earlier than its predecessor, means that the node's clock was set. Until the next
/// probe its ticks would be rejected or misplaced, so the new offset is estimated from the tick's arrival.
void AgentSession::noticeSetNodeClock(const Batch& batch, SteadyTime now)
{
    constexpr Duration slewing = std::chrono::seconds(2);
    if (!batch.tick || !m_lastEstimate || batch.node != probedNode() || m_relayed)
        return;
    const TimePoint time = batch.tick->time;
    const Duration ahead = time - m_lastEstimate->offset - batch.received;
    const Duration tolerance = slewing + m_lastEstimate->uncertainty;
    const bool wasLive = m_lastTick && std::chrono::abs(m_lastTick->ahead) <= tolerance; // a backlog is late anyway
    const bool isSet = ahead > tolerance || (wasLive && time < m_lastTick->time - slewing);
    m_lastTick = {time, isSet ? Duration::zero() : ahead};
    if (!isSet)
        return;
    m_clock.clear();
    m_nextProbe = now;
    reportClock({time - batch.received, m_lastEstimate->uncertainty});
}

void AgentSession::reportClock(ClockOffset clock)
{
    m_lastEstimate = clock;
    if (m_relayed) {
        std::vector<BatchPtr> batches;
        m_relayed->relayClock(clock, batches);
        return emitAll(std::move(batches));
    }
    auto batch = std::make_shared<Batch>();
    batch->source = m_source;
    batch->received = wallClockNow();
    batch->node = probedNode();
    batch->clock = clock;
    emit(std::move(batch));
}

void AgentSession::streamEnded(const AgentStream& stream, const grpc::Status& status)
{
    const std::scoped_lock lock(m_mutex);
    if (&stream != m_stream)
        return;
    m_stream = nullptr;
    m_isAccepted = false;
    retryLater(connectionReason(status));
    m_runtime.heartbeat().wake();
}

void AgentSession::retryLater(const ConnectionReason& reason)
{
    releaseRelay();
    const Duration wait = m_streamRetry.next();
    m_nextStream = std::chrono::steady_clock::now() + wait;
    report(SourceState::Retrying, reason, wait);
}

std::string AgentSession::probedNode() const
{
    return m_endpoint.node.empty() && !m_relayed && m_decoder.nodeCount() == 1 ? m_decoder.anyNode() : m_endpoint.node;
}

void AgentSession::probe(SteadyTime now)
{
    m_isProbing = true;
    m_nextProbe = now;
    const std::string node = probedNode();
    ClockProbe::start(m_channel, m_runtime.calls().enter(), node, m_bearerToken,
                      [self = shared_from_this(), run = m_run, node](const auto& status, const auto& exchange) {
                          self->probeEnded(run, node, status, exchange);
                      });
}

void AgentSession::probeEnded(std::uint64_t run, const std::string& node, const grpc::Status& status,
                              const ClockEstimator::Exchange& exchange)
{
    const std::scoped_lock lock(m_mutex);
    m_isProbing = false;
    if (!m_isRunning || run != m_run)
        return;
    const SteadyTime now = std::chrono::steady_clock::now();
    if (status.ok()) {
        m_probeRetry.reset();
        if (m_probesInHaste > 0 && --m_probesInHaste > 0)
            m_nextProbe = now;
        else
            m_nextProbe = now + m_probeRetry.jittered(probePeriod);
        if (!m_isAccepted || (node.empty() && !m_relayed) || node != probedNode() || m_decoder.isRefused(node))
            return; // only a sign of life
        if (const auto estimate = m_clock.add(exchange))
            reportClock(*estimate);
    } else if (m_isAccepted) {
        m_nextProbe = now + m_probeRetry.jittered(probePeriod);
    } else {
        m_hasProbeFailed = true;
        const Duration wait = m_probeRetry.next();
        m_nextProbe = now + wait;
        if (m_stream != nullptr)
            report(SourceState::Retrying, connectionReason(status), wait);
    }
}

void AgentSession::report(SourceState state, const ConnectionReason& reason, std::optional<Duration> nextTry)
{
    BatchPtr batch = m_status.change(state, reason, nextTry);
    if (!batch)
        return;
    emit(std::move(batch));
    if (m_relayed) {
        std::vector<BatchPtr> batches;
        m_relayed->connection(m_status.status(), batches);
        emitAll(std::move(batches));
    }
}

} // namespace lockstep
