// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/columnfetcher.h"

namespace lockstep {

/// What happened in a range of a recording as the batches that say so: a tick of each node with its spans and events,
/// but without values, and the gaps that began. Any thread that owns the recording.
[[nodiscard]] FetchedHappenings happeningsAsBatches(Recording& recording, TimeRange range);

/// Who the nodes are: to begin with.
[[nodiscard]] std::vector<BatchPtr> introductionsOf(Recording& recording);

} // namespace lockstep
