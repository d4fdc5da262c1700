// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cstdint>

namespace lockstep {

/// How samples are combined into one cell. Max and Min never lose an extreme.
enum class Aggregate : std::uint8_t { Max, Min, Mean, P99 };

/// The aggregate that keeps bad values: Min if low is bad, otherwise Max.
[[nodiscard]] constexpr Aggregate aggregateFor(Direction direction)
{
    return direction == Direction::LowIsBad ? Aggregate::Min : Aggregate::Max;
}

} // namespace lockstep
