// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainqueue.h"
#include "models/analysis/goodput/figure.h"
#include "models/core/rates.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Name of work that is only known from its load.
inline constexpr auto workOfNobody = "work of which nobody tells";

/// An entry of the queue with the inputs of its numbers.
struct DrainRow
{
    DrainEntry entry;
    std::optional<double> lostGpus; ///< that it takes now; nullopt: not measured
    std::size_t idleNodes = 0; ///< that could take over, of all makes
};

/// What to do, in a few words: "Drain at the next checkpoint".
[[nodiscard]] std::string drainAdvice(const DrainEntry& entry);

/// Everything about one entry: what is broken, what ends it, and continue or drain with each plan's cost.
[[nodiscard]] std::vector<FigureGroup> drainReport(const DrainRow& row, const Rates& rates);

} // namespace lockstep
