// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

namespace lockstep {

/// The report in the user's language, apart from what people wrote in it. Unchanged in programs that load no
/// translation. Any thread.
[[nodiscard]] Report translated(Report report);

} // namespace lockstep
