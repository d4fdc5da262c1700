// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>

namespace lockstep {

/// The site's template for reports: "report.md" in the user's configuration folder, else in /etc/lockstep; empty: none.
[[nodiscard]] std::string siteReportTemplate();

/// Arranges a report by a template, see resources/manual/incidents.md. Call before the report is translated. An unknown
/// section or a missing picture becomes a notice, because a report must be written in any case. Any thread.
/// @param path of the template; empty: the report is not changed
[[nodiscard]] Report inTemplate(Report report, const std::string& path);

} // namespace lockstep
