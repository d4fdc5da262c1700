// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/relayidentity.h"
#include "models/core/batch.h"

#include <grpcpp/support/slice.h>

#include <cstdint>
#include <span>
#include <string>

namespace lockstep {

namespace v1 {
class NodeIdentity;
}

/// Encodes pieces of a stream. Each piece is a complete v1.Frame with one update, and concatenated pieces form a valid
/// frame, so a tick is serialised once for all readers. Text is sanitised and bounded here. Pure functions, any thread.
[[nodiscard]] grpc::Slice encodeDescription(std::uint32_t node, const NodeIdentity& identity,
                                            std::span<const std::string> names);
[[nodiscard]] grpc::Slice encodeLayout(std::uint32_t node, const NodeLayout& layout);
/// @param reason why the ticks are missing; empty: they were dropped from the ring
[[nodiscard]] grpc::Slice encodeMissed(std::uint32_t node, std::uint64_t firstSequence, std::uint64_t lastSequence,
                                       const std::string& reason = {});

/// A relay's report about a node and about itself.
[[nodiscard]] grpc::Slice encodeReach(std::uint32_t node, const std::string& nodeName, const SourceStatus& status);
[[nodiscard]] grpc::Slice encodeClock(std::uint32_t node, const ClockOffset& clock);
[[nodiscard]] grpc::Slice encodeRelay(const RelayIdentity& relay);

/// @param newNames names of the epoch from index @p firstNewName on
/// @param nameCount number of names in the epoch; a span with a larger index gets the empty name
[[nodiscard]] grpc::Slice encodeTick(std::uint32_t node, std::uint64_t sequence, const NodeTick& tick,
                                     std::size_t firstNewName, std::span<const std::string> newNames,
                                     std::size_t nameCount);

void writeIdentity(const NodeIdentity& identity, v1::NodeIdentity& wire);

} // namespace lockstep
