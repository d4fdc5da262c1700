// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/causes.h"

#include <string_view>

namespace lockstep {

/// What ends a cause.
struct CauseRemedy
{
    Remedy remedy = Remedy::Repair; ///< that is tried first
    Takes takes = Takes::Node;
    double mendSeconds = 0; ///< usually, until it is back
};
/// Of that alert: its kind's, or what the XIDs in its chain ask for where that is more.
[[nodiscard]] CauseRemedy remedyOf(const Alert& alert);
/// As the causes table says. Of an unknown kind: a repair.
[[nodiscard]] CauseRemedy remedyOfKind(std::string_view kind);

} // namespace lockstep
