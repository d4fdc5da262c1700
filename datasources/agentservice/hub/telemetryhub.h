// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/relayidentity.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/time.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class NodeRegistry;

/// A clock at one moment, with its uncertainty.
struct ClockSample
{
    ClockSample() = default; ///< unknown
    ClockSample(TimePoint exactly) : time(exactly) { } // NOLINT(google-explicit-constructor): most know it exactly
    ClockSample(TimePoint about, Duration within) : time(about), uncertainty(within) { }

    std::optional<TimePoint> time;
    Duration uncertainty{}; ///< maximum distance from the true time
};

/// Data that an agent, simulator or relay publishes and the server streams: per node an identity, layouts, names and a
/// ring of recent ticks. Thread-safe: publishers on their threads, the server on gRPC's. Owned by main; outlives the
/// server.
class TelemetryHub
{
public:
    struct Limits
    {
        Duration history = std::chrono::minutes(12); ///< time for which ticks are retained
        std::size_t maximumBytesPerNode = 64U << 20U;
        std::size_t maximumBytes = std::size_t{8} << 30U; ///< of all nodes, each of which has the same share
        /// Limit for a forwarded tick or layout. Larger ones, packed or unpacked, become a gap.
        std::size_t passedPieceBytes = budget::relayedPieceBytes;
    };

    TelemetryHub();
    explicit TelemetryHub(Limits limits);
    ~TelemetryHub();
    TelemetryHub(const TelemetryHub&) = delete;
    TelemetryHub& operator=(const TelemetryHub&) = delete;

    /// Adds a node or replaces its identity, which is sent to connected clients.
    void describe(std::shared_ptr<const NodeIdentity> identity);

    /// Appends a tick to its node's ring and sends it to every subscriber. The node must have been described.
    /// @param names all names that the tick's spans refer to, index 0 the empty name; may only grow at its end
    void publish(const std::string& node, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names);

    /// Clock that clients probe, by node name; empty for the agent's own. Simulator and relay set it; the default is
    /// the wall clock. Set before the server starts; called on gRPC's threads.
    void setClock(std::function<ClockSample(const std::string& node)> clock);

    /// Number of open streams. Everything is sent once per stream.
    [[nodiscard]] std::size_t streamCount() const;

    // For a relay:

    /// Sets the relay's identity; call again when it changes, and regularly as a heartbeat.
    void introduce(const RelayIdentity& relay);
    /// Announces a node: readers may subscribe to it before it has reported.
    void expect(const std::string& node);
    /// Appends a tick with its agent's own number. Skipped numbers become Missed.
    /// @param gapReason the reason, for people; empty: unknown
    void pass(const std::string& node, std::uint64_t sequence, const NodeTick& tick,
              std::shared_ptr<const std::vector<std::string>> names, const std::string& gapReason = {});
    /// Sets the connection state of an expected node.
    void setReach(const std::string& node, const SourceStatus& status);
    /// The node's clock minus the local one, by setClock().
    void setNodeClock(const std::string& node, const ClockOffset& clock);

    /// For the server in this room.
    [[nodiscard]] NodeRegistry& registry() { return *m_registry; }

private:
    std::unique_ptr<NodeRegistry> m_registry;
};

} // namespace lockstep
