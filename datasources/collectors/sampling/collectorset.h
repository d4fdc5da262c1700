// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/sampling/agentconfig.h"

#include <memory>
#include <vector>

namespace lockstep {

class JobProcesses;

using Collectors = std::vector<std::unique_ptr<Collector>>;

/// Purpose of an agent.
enum class AgentPurpose : std::uint8_t {
    Serve,
    Once ///< takes one sample; does not open the job socket, which would take it from a running agent
};

/// Names of all collectors, in the order of the inventory.
[[nodiscard]] const std::vector<std::string>& collectorNames();

/// All collectors of a configuration, in the order of the inventory, including those turned off.
/// @param processes receives the process of each rank; may be null
[[nodiscard]] Collectors makeCollectors(const AgentConfig& config, AgentPurpose purpose = AgentPurpose::Serve,
                                        const std::shared_ptr<JobProcesses>& processes = nullptr);

} // namespace lockstep
