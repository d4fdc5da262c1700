// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace lockstep {

/// Calls use(index, covered) for at most @p most of the ticks, evenly spread; @p covered is the number of ticks that
/// the sample stands for.
template <class Use>
void visitSamples(std::span<const TickIndex> ticks, std::size_t most, Use use)
{
    const std::size_t stride = std::max<std::size_t>(1, (ticks.size() + most - 1) / most);
    for (std::size_t at = 0; at < ticks.size(); at += stride)
        use(at, std::min(stride, ticks.size() - at));
}

} // namespace lockstep
