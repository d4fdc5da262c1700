// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/relayidentity.h"
#include "models/core/ids.h"

#include <cstdint>
#include <functional>

namespace lockstep {

/// Settings of clients inside a relay: they request all retained data, leave the ownership of entities to downstream
/// readers, and reject relay loops. Given to a ChannelPool.
struct RelayRole
{
    std::uint64_t id = 0; ///< of this relay
    /// Called when a relay is identified at a source; null: none any more. On gRPC's threads, must return at once.
    std::function<void(SourceId, const RelayIdentity*)> reads;
};

} // namespace lockstep
