// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <optional>
#include <vector>

namespace lockstep {

class AlertBoard;
class ClusterStore;
class Topology;

/// State of a cooling loop at the moment shown.
struct HallLoop
{
    EntityRef loop;
    /// From its open alerts and its metrics' limits; nullopt: healthy.
    std::optional<Severity> severity;
    float rise = 0; ///< K from supply to return; 0 if unknown
};

/// All loops of a picture, worst first: by severity, then by temperature rise.
/// @param shown topology of the picture, which may be older than the store's
/// @param alerts null: alerts are not computed
[[nodiscard]] std::vector<HallLoop> loopsWorstFirst(const ClusterStore& store, const Topology& shown,
                                                    const AlertBoard* alerts, TimePoint moment, bool following);

} // namespace lockstep
