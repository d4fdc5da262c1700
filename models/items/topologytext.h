// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/metrictable.h"
#include "models/items/worstvalues.h"

#include <QString>

namespace lockstep {

/// "71 °C", "no data"; empty for kinds of entities that the metric does not concern.
[[nodiscard]] QString valueText(const MetricTable& metrics, MetricId metric, EntityKind kind, float value);
/// Title of the metric, or "Value" while none is chosen.
[[nodiscard]] QString metricTitle(const MetricTable& metrics, MetricId metric);
/// "live", or how bad it is while it is live; for what has several nodes below it "14 live, 2 stale", and of such that
/// are no nodes to people "8 reporters".
[[nodiscard]] QString stateText(const FreshnessCount& nodes, Freshness freshness,
                                std::optional<Severity> severity = std::nullopt, bool isOfReporters = false);

} // namespace lockstep
