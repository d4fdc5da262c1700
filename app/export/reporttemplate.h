// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>

namespace lockstep {

/// The site's template for reports: "report.md" in the user's configuration folder, else in /etc/lockstep; empty: none.
[[nodiscard]] std::string siteReportTemplate();

/// Arranges a report, not yet translated, as the template says, see resources/manual/incidents.md. What the template
/// asks for and cannot get becomes a notice, because a report must be written in any case. Any thread.
/// @param path of the template; empty: none, the report stays as it is
[[nodiscard]] Report inTemplate(Report report, const std::string& path);

} // namespace lockstep
