// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "models/core/ids.h"

#include <QString>

#include <memory>
#include <optional>

namespace lockstep {

class ClusterStore;

/// The job to show in step views: the chosen one, otherwise the largest. Inference services have no steps. Null: none.
[[nodiscard]] std::shared_ptr<const JobSync> jobToShow(const SyncSnapshot& sync, std::optional<std::uint32_t> chosen);

/// Caption suffix with the moment of the results: " up to 03:12:44", or that they are being computed. Empty for the
/// newest results.
[[nodiscard]] QString momentText(const SyncResults& syncResults);

/// The entity of a job's lane; invalid: unknown.
[[nodiscard]] EntityRef entityOfLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane);
/// "rank 17", or its name in the spans.
[[nodiscard]] QString nameOfLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane);

} // namespace lockstep
