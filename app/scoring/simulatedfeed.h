// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/sitesensors.h"
#include "models/core/batchptr.h"
#include "models/core/clockoffset.h"
#include "models/simulation/physics/random.h"
#include "models/simulation/simulation.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::scoring {

/// Delivers a simulated cluster in the form of the batches that its agents would send, with measured clock offsets.
/// Used by one thread, which may be any.
class SimulatedFeed
{
public:
    /// Accuracy and interval of clock measurements over a connection within a hall.
    static constexpr Duration clockJitter = std::chrono::microseconds(30);
    static constexpr Duration clockUncertainty = std::chrono::microseconds(90);
    static constexpr std::uint64_t ticksPerProbe = 10;

    /// @param shuffle seed for the arrival order of batches within a tick; nullopt: by node
    /// @param site what is measured, and how
    SimulatedFeed(sim::Simulation& simulation, std::uint64_t seed, std::optional<std::uint64_t> shuffle,
                  const SiteOptions& site = {});

    /// Identities of all nodes.
    [[nodiscard]] std::vector<BatchPtr> introductions();
    /// Batches of the simulation's last tick; empty between two scrapes.
    [[nodiscard]] std::vector<BatchPtr> tick();

private:
    [[nodiscard]] ClockOffset measuredClock(std::size_t node);
    void shuffle(std::vector<BatchPtr>& batches);

    sim::Simulation& m_simulation;
    SiteSensors m_site;
    sim::Random m_clocks;
    std::optional<sim::Random> m_order;
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep::scoring
