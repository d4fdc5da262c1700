// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace lockstep::sim {

/// A flow from one NIC to another of the same rail. A flow without a source stays inside its node.
struct Flow
{
    static constexpr std::uint32_t inside = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t source = inside;
    std::uint32_t destination = inside;
};

/// Concurrent flows: the ring edges of a job's data-parallel groups, or its pipeline edges. Each flow is striped over a
/// few queue pairs, each of which takes one spine. A plain value, owned by the fabric.
struct FlowSet
{
    static constexpr std::size_t stripes = 4; ///< queue pairs per connection
    static constexpr std::uint8_t noSpine = 0xFF; ///< source and destination share a leaf

    std::vector<Flow> flows;
    std::vector<std::array<std::uint8_t, stripes>> spines; ///< by flow
    std::vector<float> up; ///< by uplink: how many whole flows leave the leaf on it
    std::vector<float> down; ///< by uplink: how many come back down
    std::uint32_t fallsSeen = 0; ///< falls of links that have already cost these flows their timeout
    float duty = 0.1F; ///< share of time in which these flows run, as of late

    // Of the present tick.
    double bytesPerFlow = 0;
    double activeShare = 0;
    float demand = 1; ///< of line rate that each flow wants while active: 1 for bulk, little for a trickle
};

} // namespace lockstep::sim
