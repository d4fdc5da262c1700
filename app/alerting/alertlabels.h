// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// The labels that others know an alert by, in order: alertname, severity, kind, and where they are known entity and
/// cluster. They stay as long as its severity and cause do.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> alertLabels(const Alert& alert,
                                                                           const std::string& cluster);

} // namespace lockstep
