// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/span.h"

#include <cstdint>

namespace lockstep {

/// A span as returned by the store, with interned names. Times are node time in ns since 1970. PackedSpans stores it in
/// fewer bytes.
struct StoredSpan
{
    std::int64_t startNs = 0;
    std::uint64_t bytes = 0;
    std::uint32_t sequence = 0;
    std::uint32_t step = 0;
    std::int64_t durationNs : 56 = 0; ///< up to 416 days
    std::uint64_t kind : 8 = 0;
    std::uint16_t op = 0; ///< NameIds
    std::uint16_t communicator = 0;
    std::uint16_t job = 0;

    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
    [[nodiscard]] SpanKind spanKind() const { return static_cast<SpanKind>(kind); }
};
static_assert(sizeof(StoredSpan) <= 40);

} // namespace lockstep
