// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/chaos.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/simulation/simulation.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Publishes a simulation's ticks to the hub, node by node, and answers clock probes with each node's clock: the wall
/// clock plus the node's offset. Simulated time is not used, because it can run faster than real time. Driven by one
/// thread; clockOf() is called on gRPC's threads. Owned by main, outlives the server.
class ClusterPublisher
{
public:
    ClusterPublisher(std::unique_ptr<sim::Simulation> simulation, TelemetryHub& hub);

    /// Makes some nodes misbehave. Call before the server starts.
    void setChaos(std::uint64_t seed);
    /// Introduces all nodes. Call once, before the server starts.
    void describeAll();
    /// Advances the simulation by one tick and publishes it.
    void publishNext();

    [[nodiscard]] TimePoint now() const { return m_simulation->now(); } ///< end of the last tick
    [[nodiscard]] const sim::Simulation& simulation() const { return *m_simulation; }

private:
    [[nodiscard]] TimePoint clockOf(const std::string& node) const;

    std::unique_ptr<sim::Simulation> m_simulation;
    TelemetryHub& m_hub;
    std::unordered_map<std::string, std::size_t> m_indexOf; ///< by name; constant after construction
    std::vector<std::atomic<std::int64_t>> m_offsetsNs; ///< by node
    std::vector<ChaoticNode> m_chaos; ///< by node; empty: none misbehave
};

} // namespace lockstep
