// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "views3d/geometry/box.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

struct HallRack;

/// A straight pipe segment. Coolant runs from one end to the other.
struct HallPipe
{
    Box box;
    QVector3D from; ///< on top of the pipe, in the direction of the flow
    QVector3D to;
    bool isReturn = false; ///< brings warm coolant back
};

/// A cooling loop's distribution unit, with its pipes over the racks it serves.
struct HallPump
{
    EntityRef loop;
    Box box;
    std::vector<HallPipe> pipes; ///< empty while its racks are unknown
    std::vector<HallPipe> drops; ///< from the pipes down to each rack, visible from close by
};

/// The floor between two rows of racks that face it with the same side.
struct HallAisle
{
    Box floor;
    bool isHot = false; ///< racks exhaust into it; otherwise they draw from it
};

/// Cooling of a hall: loops with pumps and pipes, and the aisles. Real pump positions are unknown, so a pump stands at
/// the nearer end of its row. An aisle is labelled only if a cluster file gives the orientation of the racks on both
/// sides. Immutable; pure.
class HallPlant
{
public:
    HallPlant() = default;
    /// @param rackAt by rack index: position in @p racks
    HallPlant(const Topology& topology, std::span<const HallRack> racks, std::span<const std::uint32_t> rackAt);

    [[nodiscard]] const std::vector<HallPump>& pumps() const { return m_pumps; } ///< by loop index
    [[nodiscard]] const HallPump* pump(EntityRef loop) const;
    [[nodiscard]] const std::vector<HallAisle>& aisles() const { return m_aisles; }

private:
    void placePump(const Topology& topology, EntityRef loop, std::span<const HallRack> racks,
                   std::span<const std::uint32_t> rackAt, std::vector<Box>& taken);
    void layPipes(HallPump& pump, std::span<const HallRack* const> served) const;
    void findAisles(const Topology& topology, std::span<const HallRack> racks);

    std::vector<HallPump> m_pumps;
    std::vector<HallAisle> m_aisles;
};

} // namespace lockstep
