// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Recorded: a replayed file, without a connection.
enum class SourceState : std::uint8_t { Connecting, Live, Stale, Retrying, Closed, Recorded };

[[nodiscard]] std::string_view sourceStateName(SourceState state);

/// Why a source cannot be reached. Ordered by priority: with several failing sources, the first problem in this order
/// decides the advice.
enum class ConnectionProblem : std::uint8_t {
    NameNotResolved,
    Refused,
    NoAnswer,
    NoRoute,
    Tls, ///< one side does not use it, or the handshake failed
    Certificate,
    Credentials,
    NotAnAgent, ///< another program answers
    Other,
};

/// State of a connection, with the reason in one sentence and, when retrying, the time of the next attempt.
struct SourceStatus
{
    SourceState state = SourceState::Connecting;
    std::string peer; ///< address or file
    std::string reason; ///< for people, without the peer
    std::optional<TimePoint> nextTry;
    std::uint64_t rejectedFrames = 0; ///< frames that could not be decoded, since the connection was made
    std::string relay = {}; ///< the relay that forwards the node; empty: connected directly
    bool isRelayLost = false; ///< the relay does not report: the state of the node is unknown
    bool isEngine = false; ///< the peer is a metrics server for many nodes, and may be healthy although it is silent
    ConnectionProblem problem = ConnectionProblem::Other; ///< of a failed connection, as stated in the reason
};

} // namespace lockstep
