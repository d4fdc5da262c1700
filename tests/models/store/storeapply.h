// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "tests/models/store/storefixture.h"

#include <utility>

namespace lockstep::test {

inline ChangeSet applyTo(ClusterStore& store, Batch batch)
{
    const BatchPtr shared = share(std::move(batch));
    return store.apply({&shared, 1});
}

/// Index on the grid of one-second ticks.
inline TickIndex indexOf(TimePoint time)
{
    return tickIndexOf(time, std::chrono::seconds(1));
}

} // namespace lockstep::test
