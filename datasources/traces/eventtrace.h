// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/blockreader.h"
#include "datasources/traces/tracefile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace lockstep {

/// Reads a file of Chrome trace events while it is still being decompressed; whether it is a Kineto trace or one with
/// parallel ranks is told by its first events. `saidRank` overrules what the file says of itself.
[[nodiscard]] Result<TraceFile> readEventTrace(std::unique_ptr<BlockReader> reader,
                                               std::optional<std::int32_t> saidRank,
                                               std::optional<std::int32_t> rankOfName, const std::stop_token& stop);

} // namespace lockstep
