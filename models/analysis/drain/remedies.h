// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/causes.h"

#include <string_view>

namespace lockstep {

/// Remedy of a cause.
struct CauseRemedy
{
    Remedy remedy = Remedy::Repair; ///< first one to try
    Takes takes = Takes::Node;
    double mendSeconds = 0; ///< typical time until repair
};
/// Remedy of an alert: that of its kind, or a stronger one that the XIDs in its chain require.
[[nodiscard]] CauseRemedy remedyOf(const Alert& alert);
/// As in the causes table. For an unknown kind: a repair.
[[nodiscard]] CauseRemedy remedyOfKind(std::string_view kind);

} // namespace lockstep
