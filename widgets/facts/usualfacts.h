// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/learnedbook.h"
#include "models/store/clusterstore.h"
#include "widgets/facts/fact.h"

namespace lockstep {

/// What detectors have learned to be usual of an entity and hold it against: a value with its spread, from how much and
/// since when. It is of now: of a moment in the past that is said instead.
[[nodiscard]] Facts usualFacts(const LearnedBook& book, const ClusterStore& store, EntityRef entity);

} // namespace lockstep
