// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainqueue.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/rates.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Name for work that is only known from load.
inline constexpr auto unreportedJobs = "unreported jobs";

/// An entry of the queue with the inputs of its numbers.
struct DrainRow
{
    DrainEntry entry;
    std::optional<double> lostGpus; ///< current loss; nullopt: not measured
    std::size_t idleNodes = 0; ///< possible replacements, of any make
};

/// What to do, in a few words: "Drain at the next checkpoint".
[[nodiscard]] std::string drainAdvice(const DrainEntry& entry);

/// All figures of an entry: the fault, its remedy, and the cost of each plan.
[[nodiscard]] std::vector<FigureGroup> drainReport(const DrainRow& row, const Rates& rates);

} // namespace lockstep
