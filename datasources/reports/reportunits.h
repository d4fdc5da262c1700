// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>
#include <string_view>

namespace lockstep {

/// The same text without line breaks between a number and its unit, or within a unit: a thin space becomes a
/// non-breaking one, and so does a blank before a known unit.
[[nodiscard]] std::string withHeldUnits(std::string_view text);

/// Applied to all texts of a report, except code.
void keepUnitsWithTheirNumbers(Report& report);

} // namespace lockstep
