// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/core/rates.h"

#include <string>
#include <utility>

namespace lockstep {

inline constexpr double hourSeconds = 3600;

/// Texts for figures of goodput and money.
[[nodiscard]] std::string secondsText(double seconds);
[[nodiscard]] std::string shareText(double share);
[[nodiscard]] std::string gpuHoursText(double gpuSeconds);
[[nodiscard]] std::string gpuSecondsText(double gpuSeconds);
/// ", 42 USD" if a rate is known.
[[nodiscard]] std::string andMoney(double gpuSeconds, const Rates& rates);
/// The rate as an input of a figure.
[[nodiscard]] std::pair<std::string, std::string> rateInput(const Rates& rates);
[[nodiscard]] Figure unknownFigure(std::string name, std::string why);

} // namespace lockstep
