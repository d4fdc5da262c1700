// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/tomltable.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// How to read the metrics page of an inference server.
struct ServingOptions
{
    std::string url; ///< "http://127.0.0.1:8000/metrics"
    std::string pool; ///< for servers that do not report their pool; empty: none
    std::string tokenFile; ///< bearer token; readable by its owner only
    std::string caFile; ///< empty: the system's authorities
    std::string host; ///< name of this machine, for a URL of a loopback address
    std::chrono::milliseconds interval{5'000};
    std::chrono::milliseconds timeout{5'000}; ///< of one answer
};

/// Reads [[serving]] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<std::vector<ServingOptions>> readServingTargets(TomlTable& top, const std::string& origin);

/// Creates a target for one replica of an inference service, which reads the replica's Prometheus metrics page. It
/// reports the replica metrics of exporterTable(). Rates and quantiles cover the time between two reads.
[[nodiscard]] std::unique_ptr<FacilityTarget> makeServingTarget(ServingOptions options);

/// Limits for one page. Excess items are skipped and reported.
namespace servinglimits {
inline constexpr std::size_t bytes = 16U << 20U;
inline constexpr std::size_t series = 20'000; ///< of recognised metrics
inline constexpr std::size_t replicas = 64; ///< models and pools of one server, as long as the agent runs
} // namespace servinglimits

} // namespace lockstep
