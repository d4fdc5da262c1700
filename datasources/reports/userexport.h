// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/userreport.h"

#include <string>

namespace lockstep {

/// CommonMark with tables.
[[nodiscard]] std::string userMarkdown(const UserReport& report);

/// One HTML file that needs nothing from elsewhere and runs nothing.
[[nodiscard]] std::string userHtml(const UserReport& report);

/// {"job","from","to","step_s","earlier_step_s" (null: too few steps),"blame" ("infrastructure", "program",
/// "unexplained" or "nothing"),"causes":[{"title","kind","since","end" (null: still active),"infrastructure","owners",
/// "remedy","acknowledged","gpu_s" (null: not measured)}],"figures":[{"group","name","value","known"}]}
[[nodiscard]] std::string userJson(const UserReport& report);

} // namespace lockstep
