// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep::fabricmetrics {

/// What FabricModel works out, as metrics. Constant; any thread.
[[nodiscard]] const MetricDescriptor& trouble(); ///< of a port
[[nodiscard]] const MetricDescriptor& uplinkSkew(); ///< of a port
[[nodiscard]] const MetricDescriptor& burst(); ///< of a port
[[nodiscard]] const MetricDescriptor& falls(); ///< of a port
[[nodiscard]] const MetricDescriptor& portVictims();
[[nodiscard]] const MetricDescriptor& switchVictims();
[[nodiscard]] const MetricDescriptor& imbalance(); ///< of a switch
[[nodiscard]] const MetricDescriptor& unusedUplinks(); ///< of a switch

[[nodiscard]] const MetricDescriptor& collectiveBandwidth(); ///< of a GPU
[[nodiscard]] const MetricDescriptor& collectiveEfficiency(); ///< of a GPU

// Between two ranks; of no one entity, so never in a store.
[[nodiscard]] const MetricDescriptor& pairShortfall();
[[nodiscard]] const MetricDescriptor& pairBandwidth();
[[nodiscard]] const MetricDescriptor& pairTraffic();

} // namespace lockstep::fabricmetrics
