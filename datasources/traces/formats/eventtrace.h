// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/formats/tracefile.h"
#include "datasources/traces/pieces/blockreader.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace lockstep {

/// What is known about an event file before it is read.
struct EventTraceRequest
{
    std::optional<std::int32_t> rankOverride; ///< overrides the rank in the file
    std::optional<std::int32_t> rankOfName;
    TraceDetail detail = TraceDetail::Waits;
};

/// Reads a file of Chrome trace events while it is being decompressed; its first events determine whether it is a
/// Kineto trace or one with parallel ranks.
[[nodiscard]] Result<TraceFile> readEventTrace(std::unique_ptr<BlockReader> reader, const EventTraceRequest& request);

} // namespace lockstep
