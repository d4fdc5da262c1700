// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/jsonaccess.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// One event of a Chrome or Kineto trace; texts live as long as the parser's document.
struct TraceEvent
{
    char phase = 0; ///< 'X' a span, 'M' metadata; 0: none given
    std::string_view category;
    std::string_view name;
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    std::optional<Duration> start; ///< since the trace's time base
    std::optional<Duration> duration;
    std::optional<simdjson::dom::element> args;

    /// A span with plausible times; at most thirty years, so that differences cannot overflow.
    [[nodiscard]] bool isSpan() const
    {
        constexpr Duration longest = std::chrono::hours(24 * 365 * 30);
        return phase == 'X' && start && duration && *duration >= Duration::zero() && *duration <= longest;
    }
};

[[nodiscard]] TraceEvent readTraceEvent(simdjson::dom::object object);

} // namespace lockstep
