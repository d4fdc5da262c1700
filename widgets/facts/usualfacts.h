// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbook.h"
#include "models/store/clusterstore.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// Learned baselines of an entity: value, spread, amount of data and start. Only current ones are available, which is
/// stated for past moments.
[[nodiscard]] Facts usualFacts(const LearnedBook& book, const ClusterStore& store, EntityRef entity);

} // namespace lockstep
