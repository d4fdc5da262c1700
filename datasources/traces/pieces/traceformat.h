// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

/// What a file holds, told from its first bytes, never from its name.
enum class TraceFormat : std::uint8_t {
    Unknown,
    Empty,
    Events, ///< Chrome trace events: a Kineto trace, or one with parallel ranks
    FlightRecorderPickle,
    FlightRecorderJson,
    InspectorLog, ///< NCCL Inspector, one JSON object a line
    RasStatus, ///< NCCL RAS: recognised, but it holds no timings
};

/// `text` is the (decompressed) beginning of a file, a megabyte if it has one.
[[nodiscard]] TraceFormat detectTraceFormat(std::string_view text);

/// "a Kineto or Chrome trace", for messages.
[[nodiscard]] std::string_view traceFormatName(TraceFormat format);

} // namespace lockstep
