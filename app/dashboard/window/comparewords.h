// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

class ComparisonController;

/// "Against the mean of 14:02:10–14:07:10 UTC", and what of the metric shown has no partner; empty while nothing is
/// compared.
[[nodiscard]] QString comparisonSentence(const ComparisonController& compare);

} // namespace lockstep
