// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/clockreading.h"
#include "datasources/proto/relayidentity.h"
#include "models/core/batch.h"
#include "models/core/budget.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class NodeRegistry;

/// Data that an agent, simulator or relay publishes and the server streams: per node an identity, layouts, names and a
/// ring of recent ticks. Thread-safe: publishers on their threads, the server on gRPC's. Owned by main; outlives the
/// server.
class TelemetryHub
{
public:
    struct Limits
    {
        Duration history = std::chrono::minutes(12); ///< how long a tick can be asked for again
        std::size_t maximumBytesPerNode = 64U << 20U;
        std::size_t maximumBytes = std::size_t{8} << 30U; ///< of all nodes, each of which has the same share
        /// Of a tick, or a layout, that was passed on: larger ones, on the wire or unpacked, become a gap.
        std::size_t passedPieceBytes = budget::relayedPieceBytes;
    };

    TelemetryHub();
    explicit TelemetryHub(Limits limits);
    ~TelemetryHub();
    TelemetryHub(const TelemetryHub&) = delete;
    TelemetryHub& operator=(const TelemetryHub&) = delete;

    /// Adds a node, or replaces what it says of itself. Connected clients are sent it.
    void describe(std::shared_ptr<const NodeIdentity> identity);

    /// Appends a tick to its node's ring and hands it to every subscriber. The node must have been described.
    /// @param names everything that the tick's spans refer to, index 0 the empty name; it only ever grows at its end
    void publish(const std::string& node, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names);

    /// Whose clock readers are sent when they probe: by node name, empty for the agent's own. The wall clock unless a
    /// simulator or relay says otherwise. Set before the server starts; called on gRPC's threads.
    void setClock(std::function<ClockReading(const std::string& node)> clock);

    /// Streams that are open now: each costs what is sent once more.
    [[nodiscard]] std::size_t streamCount() const;

    // What a relay adds:

    /// Says who it is, again whenever that changes, and now and then as a sign of life.
    void introduce(const RelayIdentity& relay);
    /// Announces a node: readers may subscribe to it before it has reported.
    void expect(const std::string& node);
    /// Appends a tick with the number that its agent gave it. Numbers left out since the last one become Missed.
    /// @param whyMissed why they were, for people; empty: nothing is known
    void pass(const std::string& node, std::uint64_t sequence, const NodeTick& tick,
              std::shared_ptr<const std::vector<std::string>> names, const std::string& whyMissed = {});
    /// How an expected node is reached.
    void setReach(const std::string& node, const SourceStatus& status);
    /// What its clock reads less what ours does, by setClock().
    void setNodeClock(const std::string& node, const ClockOffset& clock);

    /// For the server, which lives in the same room.
    [[nodiscard]] NodeRegistry& registry() { return *m_registry; }

private:
    std::unique_ptr<NodeRegistry> m_registry;
};

} // namespace lockstep
