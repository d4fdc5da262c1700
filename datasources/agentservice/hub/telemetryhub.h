// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class NodeRegistry;

/// What the agent (or simulator) publishes and the server streams: per node an identity, its layouts, its names and a
/// ring of recent ticks, each with a sequence number. Thread-safe: publishers on their threads, the server on gRPC's.
/// Owned by the program's main; outlives the server.
class TelemetryHub
{
public:
    struct Limits
    {
        Duration history = std::chrono::minutes(12); ///< how long a tick can be asked for again
        std::size_t maximumBytesPerNode = 64U << 20U;
        std::size_t maximumBytes = std::size_t{8} << 30U; ///< of all nodes, each of which has the same share
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
    /// simulator says otherwise. Set before the server starts; called on gRPC's threads.
    void setClock(std::function<TimePoint(const std::string& node)> clock);

    /// For the server, which lives in the same room.
    [[nodiscard]] NodeRegistry& registry() { return *m_registry; }

private:
    std::unique_ptr<NodeRegistry> m_registry;
};

} // namespace lockstep
