// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/rates.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// A displayed number, with its formula and inputs.
struct Figure
{
    std::string name; ///< "Young's interval"
    std::string value; ///< "21 min", or why it is unknown
    bool isKnown = true;
    std::string formula; ///< "√(2 × cost × time between failures)"; empty: measured
    std::vector<std::pair<std::string, std::string>> inputs; ///< name and value, in the order of the formula
};

/// Figures under a common heading.
struct FigureGroup
{
    std::string name;
    std::vector<Figure> figures;
};

inline constexpr double hourSeconds = 3600;

/// Texts for figures of goodput and money.
[[nodiscard]] std::string secondsText(double seconds);
[[nodiscard]] std::string shareText(double share);
[[nodiscard]] std::string gpuHoursText(double gpuSeconds);
[[nodiscard]] std::string gpuSecondsText(double gpuSeconds);
/// ", 42 USD" if a rate is known.
[[nodiscard]] std::string costSuffix(double gpuSeconds, const Rates& rates);
[[nodiscard]] std::pair<std::string, std::string> rateInput(const Rates& rates);
[[nodiscard]] Figure unknownFigure(std::string name, std::string why);

} // namespace lockstep
