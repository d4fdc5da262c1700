// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"

#include <string>
#include <vector>

namespace lockstep {

class SpanStore;

/// A job, and the entities that it was observed on.
struct ObservedJob
{
    std::string name;
    std::vector<EntityRef> places; ///< GPUs and nodes that report its spans, in order, without duplicates

    friend bool operator==(const ObservedJob&, const ObservedJob&) = default;
};

/// In order of name, without duplicates.
using ObservedJobs = std::vector<ObservedJob>;

/// Computed from known lanes, at a cost proportional to the number of lanes, not of spans.
[[nodiscard]] ObservedJobs observedJobs(const SpanStore& spans);

} // namespace lockstep
