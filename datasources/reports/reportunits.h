// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>
#include <string_view>

namespace lockstep {

/// The same text, in which no line break comes between a number and its unit, nor within a unit: a thin space stays
/// thin and holds, a blank between a number and what is known as a unit becomes a thin one that holds.
[[nodiscard]] std::string withHeldUnits(std::string_view text);

/// Does so to all that people read of a report. Code stays as it is.
void keepUnitsWithTheirNumbers(Report& report);

} // namespace lockstep
