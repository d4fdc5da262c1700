// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/journal.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::sim {

/// The nodes that a job holds in one tick. Nodes are allocated as a whole.
struct HeldNodes
{
    std::string job;
    std::string tenant;
    std::vector<std::uint32_t> nodes; ///< empty: nothing, now
};

/// Simulates an agent that queries a scheduler: reports allocated and drained nodes and queued jobs, as metrics of
/// nodes, jobs and tenants, and as allocation spans. Owned by the simulation.
class SchedulerReporter
{
public:
    /// @param held in the order in which it is written later
    SchedulerReporter(const ClusterSpec& spec, std::span<const HeldNodes> held, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    /// @param to end of the tick, in seconds since the start of the run
    void write(std::span<const HeldNodes> held, double to, std::vector<float>& values) const;
    /// Writes changed allocations at once, and unchanged ones every half minute.
    void writeSpans(std::span<const HeldNodes> held, TimePoint from, TimePoint to, Journal& journal);

private:
    struct Node
    {
        std::size_t holder; ///< index into the held nodes, or a value for free or drained
        TimePoint reported; ///< up to then
        std::uint32_t state = 0; ///< increases with each change
    };
    static constexpr std::size_t free = static_cast<std::size_t>(-1);
    static constexpr std::size_t drained = static_cast<std::size_t>(-2);

    [[nodiscard]] std::vector<std::size_t> holdersOf(std::span<const HeldNodes> held) const;
    void writePiece(std::uint32_t node, std::span<const HeldNodes> held, TimePoint from, TimePoint to,
                    Journal& journal) const;

    SchedulerSpec m_spec;
    std::uint32_t m_gpus; ///< of a node
    std::vector<std::string> m_tenants;
    std::uint32_t m_firstNode = 0; ///< in the layout
    std::vector<Node> m_nodes;
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

} // namespace lockstep::sim
