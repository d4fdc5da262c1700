// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/synctracker.h"
#include "models/simulation/simulation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// A simulated cluster whose spans a SyncTracker receives as from the store: tick by tick, node by
/// node.
class SimulatedSpans
{
public:
    SimulatedSpans(std::uint32_t nodes, const sim::Drill& drill, std::uint32_t pipeline = 2,
                   std::uint32_t checkpointEverySteps = 1000);

    /// Advances by a second.
    /// @return its spans, for the tracker's lanes
    const std::vector<SyncSpan>& advance();
    /// advance() into the tracker, then closes complete steps.
    void run(int seconds);

    [[nodiscard]] SyncTracker& tracker() { return m_tracker; }
    [[nodiscard]] const sim::Simulation& simulation() const { return *m_simulation; }
    /// The first job.
    [[nodiscard]] std::shared_ptr<const JobSync> job() const;
    [[nodiscard]] std::size_t nodeOf(std::uint32_t lane) const { return m_laneNodes[lane]; }
    [[nodiscard]] std::string communicatorName(std::uint32_t communicator) const;

private:
    struct Node
    {
        std::shared_ptr<const std::vector<std::string>> names;
        std::vector<std::uint32_t> ids; ///< of the names
    };

    std::uint32_t idOf(const std::string& name);
    std::uint32_t laneOf(std::size_t node, const Span& span, const std::vector<std::uint32_t>& ids);

    std::unique_ptr<sim::Simulation> m_simulation;
    SyncTracker m_tracker;
    std::vector<Node> m_nodes;
    std::map<std::string, std::uint32_t> m_ids;
    std::vector<std::string> m_names;
    std::vector<PeerDirection> m_directions;
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> m_lanes;
    std::vector<std::size_t> m_laneNodes;
    std::vector<SyncSpan> m_spans;
};

} // namespace lockstep
