// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/batch.h"
#include "models/simulation/physics/random.h"
#include "models/simulation/simulation.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Ways in which an agent can misbehave.
enum class Misbehaviour : std::uint8_t {
    None,
    Stall, ///< silent for a while, then everything at once
    Flap, ///< repeatedly omits a few ticks
    Reorder, ///< sends ticks in the wrong order
    Repeat, ///< sends ticks twice
    LyingCatalogue, ///< announces a layout that does not match its values or has invalid references
    NotNumbers, ///< NaN, infinities and absurd magnitudes
    Huge, ///< a layout of a hundred thousand sensors
    Garbage, ///< spans with unknown references, an end before the start, or times decades away
    WrongClock, ///< wrong by hours, and jumping
};

inline constexpr std::size_t misbehaviourCount = 10;

/// Turns a node's correct ticks into the ticks of a broken agent. Every fourth node is broken, each in one way; the
/// others are unchanged, so any effect on them is a fault of the dashboard. Deterministic by seed. Publisher's thread;
/// one per node.
class ChaoticNode
{
public:
    ChaoticNode(std::size_t node, std::uint64_t seed);

    [[nodiscard]] Misbehaviour kind() const { return m_kind; }
    /// The ticks to send instead of @p tick: none, one or several.
    [[nodiscard]] std::vector<NodeTick> transform(const NodeTick& tick);
    /// How far this node's clock is ahead of true time.
    [[nodiscard]] Duration clockError() const { return m_clockError; }

private:
    std::vector<NodeTick> holdBack(const NodeTick& tick);
    NodeTick withFalseLayout(const NodeTick& tick);
    NodeTick withInvalidValues(const NodeTick& tick);
    NodeTick hugeTick(const NodeTick& tick);
    NodeTick withInvalidSpans(const NodeTick& tick);
    NodeTick withWrongTime(const NodeTick& tick);

    Misbehaviour m_kind;
    sim::Random m_random;
    std::uint64_t m_ticks = 0;
    std::vector<NodeTick> m_held;
    std::shared_ptr<const NodeLayout> m_hugeLayout;
    std::uint32_t m_layoutId = 100;
    Duration m_clockError{};
};

/// Publishes a simulation's ticks to the hub, node by node, and answers clock probes with each node's clock: the wall
/// clock plus the node's offset. Simulated time is not used, because it can run faster than real time. Driven by one
/// thread; clockOf() is called on gRPC's threads. Owned by main, outlives the server.
class ClusterPublisher
{
public:
    ClusterPublisher(std::unique_ptr<sim::Simulation> simulation, TelemetryHub& hub);

    /// Makes some nodes misbehave. Call before the server starts.
    void setChaos(std::uint64_t seed);
    /// Publishes the identities of all nodes. Call once, before the server starts.
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
