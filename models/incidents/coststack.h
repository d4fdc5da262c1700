// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/costinputs.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// An input of a cost, with its unit, so that a reader can verify the sum.
struct CostTerm
{
    std::string name; ///< "GPU time lost"
    std::optional<double> value; ///< empty: not known
    std::string unit; ///< "GPU h", "USD/GPU h"
};

/// One layer of the stack.
struct CostLine
{
    std::string layer; ///< "Direct compute"
    std::string meaning; ///< one sentence: what it counts, and what it leaves to other lines
    std::string formula; ///< "GPU time lost x compute rate"
    std::vector<CostTerm> terms; ///< in the order of the formula
    std::optional<double> amount; ///< empty when a term is not known: never zero for want of data
};

/// Cost of an incident in layers that do not overlap: compute, reserved capacity, rolled-back work, labour, schedule
/// slip.
struct CostStack
{
    std::string currency;
    std::vector<CostLine> lines;
    double total = 0; ///< of the lines that are known
    std::vector<std::string> unknownLayers; ///< the total is at least what it says when there are any
    /// Lost progress (time lost and rolled back) as a share of one day of training on all of the job's GPUs.
    std::optional<double> shareOfTrainingDay;
};

[[nodiscard]] CostStack costStack(const CostInputs& inputs);

/// "12.5 GPU h without progress, 3 GPU h rolled back; 41 steps, 172 M tokens, 0.4 % of a day's training; at least
/// 1 240 USD": the damage in one line, lost output first. "not known" if nothing is.
[[nodiscard]] std::string damageText(const CostInputs& inputs);

/// "31.5 steps, 1.2 M tokens": lost progress; empty if not known.
[[nodiscard]] std::string progressText(const CostInputs& inputs);

/// "1 240 USD", "0.38 USD", "not known": thousands grouped by thin spaces, cents below 100.
[[nodiscard]] std::string formatAmount(std::optional<double> amount, const std::string& currency);

/// "GPU time lost 12.5 GPU h x compute rate 2.10 USD/GPU h": the formula with its inputs filled in.
[[nodiscard]] std::string filledFormula(const CostLine& line);

} // namespace lockstep
