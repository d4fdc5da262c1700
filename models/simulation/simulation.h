// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/result.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A deterministic physical simulation of a cluster: the same spec, drill, seed and start give the same bytes,
/// regardless of wall clock or speed. Runs as fast as requested. Not thread-safe; owned by its driver. Besides the
/// cluster's own nodes, it has additional nodes: one fabric manager per rail for the switches, and a facility node for
/// the coolant loops. It also has a router if there are inference services, and a scheduler if the spec enables it.
class Simulation
{
public:
    /// @param start begin of the first tick, on the grid of @p period
    /// @return an error if the spec is invalid or lacks the drill's targets
    [[nodiscard]] static Result<std::unique_ptr<Simulation>> create(ClusterSpec spec, const Drill& drill,
                                                                    std::uint64_t seed, TimePoint start,
                                                                    Duration period = std::chrono::seconds(1));
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// Simulates one period and makes every node's tick.
    void advance();

    [[nodiscard]] TimePoint now() const; ///< end of the last tick
    [[nodiscard]] std::size_t nodeCount()
        const; ///< GPU nodes and those that report for switches, loops, services, jobs
    [[nodiscard]] const ClusterSpec& spec() const;

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity(std::size_t node) const;
    /// The node's last tick, valid until the next advance(); null if the node is silent because its host is down.
    [[nodiscard]] const NodeTick* tick(std::size_t node) const;
    /// Names that the spans of its ticks refer to; the same pointer until one is added.
    [[nodiscard]] const std::shared_ptr<const std::vector<std::string>>& names(std::size_t node) const;
    /// How far the node's clock is ahead of true time.
    [[nodiscard]] Duration clockOffset(std::size_t node) const;

    [[nodiscard]] const GroundTruth& truth() const;

private:
    struct Parts;
    explicit Simulation(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep::sim
