// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

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
    };

    explicit TelemetryHub(Limits limits = {});
    ~TelemetryHub();
    TelemetryHub(const TelemetryHub&) = delete;
    TelemetryHub& operator=(const TelemetryHub&) = delete;

    /// Adds a node, or replaces what it says of itself. Connected clients are told.
    void describe(std::shared_ptr<const NodeIdentity> identity);

    /// Appends a tick to its node's ring and hands it to every subscriber. The node must have been described.
    /// @param names everything that the tick's spans refer to, index 0 the empty name; it only ever grows at its end
    void publish(const std::string& node, const NodeTick& tick, std::shared_ptr<const std::vector<std::string>> names);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep
