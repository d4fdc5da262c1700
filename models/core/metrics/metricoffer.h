// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A Lockstep metric, and the name that an exporter gives it.
struct MetricOffer
{
    std::string exporter; ///< "dcgm-exporter"
    std::string name; ///< "DCGM_FI_DEV_SM_CLOCK"
};

/// The exporters that provide a metric, besides Lockstep's agent.
using MetricOffers = std::function<std::vector<MetricOffer>(std::string_view metric)>;

} // namespace lockstep
