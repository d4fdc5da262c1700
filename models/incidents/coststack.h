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
    std::optional<double> value; ///< empty: unknown
    std::string unit; ///< "GPU h", "USD/GPU h"
};

/// One layer of the stack.
struct CostLine
{
    std::string layer; ///< "Direct compute"
    std::string meaning; ///< one sentence: what it includes and excludes
    std::string formula; ///< "GPU time lost x GPU price"
    std::vector<CostTerm> terms; ///< in the order of the formula
    std::optional<double> amount; ///< empty if a term is unknown; never zero instead
};

/// Cost of an incident in layers that do not overlap: compute, reserved capacity, rolled-back work, labour, schedule
/// slip.
struct CostStack
{
    std::string currency;
    std::vector<CostLine> lines;
    double total = 0; ///< of the known lines
    std::vector<std::string> unknownLayers; ///< if not empty, the total is a lower bound
    /// Lost progress (time lost and rolled back) as a share of one day of training on all of the job's GPUs.
    std::optional<double> shareOfTrainingDay;
};

[[nodiscard]] CostStack costStack(const CostInputs& inputs);

/// The damage in one line, lost output first: "12.5 GPU h without progress, 3 GPU h rolled back; 41 steps, 172 M
/// tokens, 0.4 % of a day's training; at least 1 240 USD". "unknown" if no value is known.
[[nodiscard]] std::string damageText(const CostInputs& inputs);

/// "31.5 steps, 1.2 M tokens": lost progress; empty if not known.
[[nodiscard]] std::string progressText(const CostInputs& inputs);

/// "1 240 USD", "0.38 USD", "unknown": thousands separated by thin spaces, cents below 100.
[[nodiscard]] std::string formatAmount(std::optional<double> amount, const std::string& currency);

/// "GPU time lost 12.5 GPU h x GPU price 2.10 USD/GPU h": the formula with its inputs filled in.
[[nodiscard]] std::string filledFormula(const CostLine& line);

} // namespace lockstep
