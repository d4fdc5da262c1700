// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/totals.h"

#include <span>
#include <string>

namespace lockstep::scoring {

/// {"faults","detected","cause_top1","cause_top3","missed","false_alerts_per_day","median_detection_s",
/// "alerts_per_fault",...,"kinds":[...],"trials":[...]}; null: not defined.
[[nodiscard]] std::string scoreAsJson(const Totals& totals, std::span<const TrialResult> results);

/// The same as text, one run per line.
[[nodiscard]] std::string scoreAsText(const Totals& totals, std::span<const TrialResult> results);

/// Why there is no score: every run was skipped. Empty: at least one was played.
[[nodiscard]] std::string reasonForNoScore(std::span<const TrialResult> results);

} // namespace lockstep::scoring
