// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/coolingmap.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/colourscale.h"
#include "views3d/geometry/hallgeometry.h"

#include <vector>

namespace lockstep {

/// Air temperature in the aisles and coolant temperature in the pipes at one moment. Air is measured at node inlets and
/// outlets (see CoolingMap for sensor names), interpolated by inverse distance (Shepard 1968), and undefined beyond two
/// metres from any sensor.
class HallAir
{
public:
    /// Creates tiles of 600 mm around racks with measured air temperature.
    HallAir(const Topology& topology, const HallGeometry& geometry);
    HallAir() = default;

    void update(const ClusterStore& store, const HallGeometry& geometry, TickIndex tick);

    [[nodiscard]] const std::vector<Box>& tiles() const { return m_tiles; }
    [[nodiscard]] float tile(std::size_t at) const { return at < m_celsius.size() ? m_celsius[at] : noData; }
    /// Temperature of the loop's supply or return; NaN: unknown.
    [[nodiscard]] float coolant(EntityRef loop, bool isReturn) const;
    /// One scale for air and coolant, so that they are comparable: 15 to 55 degrees.
    [[nodiscard]] static ColourScale scale();

private:
    struct Probe
    {
        float x;
        float z;
        float celsius;
    };

    [[nodiscard]] std::vector<Probe> probesOf(const ClusterStore& store, const HallGeometry& geometry,
                                              TickIndex tick) const;

    CoolingMap m_cooling;
    std::vector<Box> m_tiles;
    std::vector<float> m_celsius; ///< by tile
    std::vector<float> m_supply; ///< by loop
    std::vector<float> m_return;
};

} // namespace lockstep
