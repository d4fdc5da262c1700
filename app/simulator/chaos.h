// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/physics/random.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
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

/// Turns a node's correct ticks into those of a broken agent. Every fourth node is broken, each in one way; the others
/// are unchanged, so any effect on them is a fault of the dashboard. Deterministic by seed. Publisher's thread; one per
/// node.
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
    NodeTick withLyingLayout(const NodeTick& tick);
    NodeTick withStrangeValues(const NodeTick& tick);
    NodeTick hugeTick(const NodeTick& tick);
    NodeTick withStrangeSpans(const NodeTick& tick);
    NodeTick atWrongTime(const NodeTick& tick);

    Misbehaviour m_kind;
    sim::Random m_random;
    std::uint64_t m_ticks = 0;
    std::vector<NodeTick> m_held;
    std::shared_ptr<const NodeLayout> m_hugeLayout;
    std::uint32_t m_layoutId = 100;
    Duration m_clockError{};
};

} // namespace lockstep
