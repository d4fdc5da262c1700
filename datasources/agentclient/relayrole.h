// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/relayidentity.h"
#include "models/core/ids.h"

#include <cstdint>
#include <functional>

namespace lockstep {

/// What clients have to know when what they read is served again: they ask for all that agents still have, leave it to
/// the readers behind them whose an entity is, and read no relay that reads this one. Given to a ChannelPool.
struct RelayRole
{
    std::uint64_t id = 0; ///< of this relay
    /// Which relay is read at that source; null: none, or none any more. On gRPC's threads, must return at once.
    std::function<void(SourceId, const RelayIdentity*)> reads;
};

} // namespace lockstep
