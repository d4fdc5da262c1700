// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/clientruntime.h"
#include "datasources/agentclient/decoding/telemetrydecoder.h"
#include "datasources/agentclient/policies/clockestimator.h"
#include "datasources/agentclient/policies/heartbeat.h"
#include "datasources/agentclient/policies/intakelimit.h"
#include "datasources/agentclient/policies/statusreport.h"
#include "datasources/agentclient/relayednodes.h"
#include "models/core/time.h"
#include "models/core/work/backoff.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class AgentStream;

namespace v1 {
class SubscribeRequest;
}

/// Why a call ended, for operators, without the address: "connection refused", "its certificate is not trusted".
/// Otherwise gRPC's message, shortened. Pure, any thread.
[[nodiscard]] ConnectionReason connectionReason(const grpc::Status& status);

/// Detects that this machine's wall clock was set, by comparison with the steady clock. All estimated offsets are then
/// invalid. A plain value.
class SetClockWatch
{
public:
    /// Amount by which the wall clock was set since the last call; nullopt: not set, or only slewed.
    [[nodiscard]] std::optional<Duration> step(TimePoint wall, SteadyTime steady)
    {
        constexpr Duration slewing = std::chrono::seconds(1);
        const Duration apart
            = wall.time_since_epoch() - std::chrono::duration_cast<Duration>(steady.time_since_epoch());
        const Duration step = m_apart ? apart - *m_apart : Duration::zero();
        m_apart = apart;
        return std::chrono::abs(step) < slewing ? std::nullopt : std::optional(step);
    }

private:
    std::optional<Duration> m_apart;
};

/// State machine of an AgentClient: maintains one subscription and reports its state. A subscription waits for its
/// connection; meanwhile clock probes, which fail at once, provide the reason. A subscription that ends is restarted
/// with back-off. All entry points take one lock, which is held while the sink is called.
class AgentSession final : public DeadlineHandler, public std::enable_shared_from_this<AgentSession>
{
public:
    AgentSession(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink, ClientRuntime& runtime);

    void start();
    /// After this has returned, neither the sink nor the runtime is used.
    void stop();

    SteadyTime beat(SteadyTime now) override;

    /// Reactions of the stream. Ignored for a stream that the session has abandoned.
    void streamAccepted(const AgentStream& stream);
    void streamRead(const AgentStream& stream, grpc::ByteBuffer& bytes, const std::function<void(bool)>& proceed);
    void streamEnded(const AgentStream& stream, const grpc::Status& status);

private:
    void dropOutdatedChannel(SteadyTime now);
    void openStream(SteadyTime now);
    [[nodiscard]] v1::SubscribeRequest request() const;
    /// Node whose clock is probed: the requested one, or the only one; otherwise empty.
    [[nodiscard]] std::string probedNode() const;
    void probe(SteadyTime now);
    void probeEnded(std::uint64_t run, const std::string& node, const grpc::Status& status,
                    const ClockEstimator::Exchange& exchange);
    void retryLater(const ConnectionReason& reason);
    void checkStale(SteadyTime now);
    void noticeSetClock(SteadyTime now);
    void noticeSetNodeClock(const Batch& batch, SteadyTime now);
    void reportClock(ClockOffset clock);
    [[nodiscard]] bool isLoop(const RelayIdentity& relay) const;
    void leaveLoop(const RelayIdentity& relay);
    /// @return whether it is a sign of life of the followed nodes
    bool takeRelay(const std::optional<RelayIdentity>& relay);
    void takeRelayUpdate(const TelemetryDecoder::RelayUpdate& news);
    void reportSummary();
    void emitAll(std::vector<BatchPtr> batches);
    void releaseRelay();
    [[nodiscard]] SteadyTime nextBeat(SteadyTime now) const;
    [[nodiscard]] SteadyTime staleAt() const;
    void emit(BatchPtr batch) { m_sink(std::move(batch)); }
    void report(SourceState state, const ConnectionReason& reason, std::optional<Duration> nextTry = {});

    const SourceId m_source;
    const AgentEndpoint m_endpoint;
    const std::function<void(BatchPtr)> m_sink;
    ClientRuntime& m_runtime;

    std::mutex m_mutex;
    bool m_isRunning = false;
    std::uint64_t m_run = 0; ///< number of starts: answers to earlier ones are stale
    bool m_isBeating = false;
    StatusReport m_status;
    TelemetryDecoder m_decoder;
    std::vector<BatchPtr> m_decoded;
    std::optional<RelayedNodes> m_relayed; ///< set when all nodes of a relay are followed
    IntakeLimit m_intake;

    std::shared_ptr<SharedChannel> m_channel;
    std::string m_bearerToken;
    AgentStream* m_stream = nullptr; ///< the current stream; it owns itself
    bool m_isAccepted = false; ///< the agent has accepted the stream
    RetryPolicy m_streamRetry;
    SteadyTime m_nextStream{};
    SteadyTime m_lastHeard{};

    ClockEstimator m_clock;
    std::optional<ClockOffset> m_lastEstimate; ///< last one reported
    struct LastTick
    {
        TimePoint time; ///< in the node's clock
        Duration ahead; ///< of its arrival, corrected
    };
    std::optional<LastTick> m_lastTick; ///< of this stream
    SetClockWatch m_setClock;
    RetryPolicy m_probeRetry;
    SteadyTime m_nextProbe{};
    bool m_hasProbeFailed = false; ///< before there was a stream; the heartbeat then checks the files
    bool m_isProbing = false;
    int m_probesInHaste = 0; ///< remaining probes with short intervals
};

} // namespace lockstep
