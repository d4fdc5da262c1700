// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/core/rates.h"

#include <string>
#include <utility>

namespace lockstep {

inline constexpr double hourSeconds = 3600;

/// Numbers of goodput and money as figures say them.
[[nodiscard]] std::string secondsText(double seconds);
[[nodiscard]] std::string shareText(double share);
[[nodiscard]] std::string gpuHoursText(double gpuSeconds);
[[nodiscard]] std::string gpuSecondsText(double gpuSeconds);
/// ", 42 USD" where there is a rate.
[[nodiscard]] std::string andMoney(double gpuSeconds, const Rates& rates);
/// What money is computed from.
[[nodiscard]] std::pair<std::string, std::string> rateInput(const Rates& rates);
[[nodiscard]] Figure unknownFigure(std::string name, std::string why);

} // namespace lockstep
