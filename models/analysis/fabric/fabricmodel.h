// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/congestiontree.h"
#include "models/analysis/fabric/fabricmap.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <optional>
#include <vector>

namespace lockstep {

/// Measurements of ports at one tick, by port index; shorter or NaN: no data. Units are those of the metrics that the
/// fields are named after.
struct FabricTick
{
    TickIndex tick = 0;
    TimePoint time; ///< of the tick, on our time line
    float seconds = 1; ///< length of a tick
    std::optional<TickIndex> storeTick{}; ///< that the results belong to, if the store counts others
    TopologyPtr topology;
    std::vector<float> transmit;
    std::vector<float> up;
    std::vector<float> linkDowned; ///< falls a second, as counted by the port
    std::vector<float> wait;
    std::vector<float> symbolErrors; ///< a second, like the next two
    std::vector<float> drops;
    std::vector<float> retransmits;

    [[nodiscard]] TickIndex resultTick() const { return storeTick.value_or(tick); }
};

/// Fabric model of a cluster, tick by tick: balance over equal-cost uplinks, bursts, link-down counts, congestion
/// trees. Ticks arrive in order. One thread at a time.
class FabricModel
{
public:
    void step(const FabricTick& now, Derived& out);

    [[nodiscard]] const FabricMap& map() const { return m_map; }
    [[nodiscard]] const std::vector<CongestionTree>& congestion() const { return m_congestion; } ///< in the last tick
    /// By switch, in the last tick: share of equal uplinks left unused over a minute; NaN: not known.
    [[nodiscard]] const std::vector<float>& unusedUplinks() const { return m_unused; }
    /// By port: share of time with data but no credit over some 20 s; NaN: not measured.
    [[nodiscard]] const std::vector<float>& waits() const { return m_waits; }
    /// By uplink port: what it sends over what its equals send, less one, over some 20 s; NaN: not known.
    [[nodiscard]] const std::vector<float>& skews() const { return m_skews; }
    [[nodiscard]] const std::vector<float>& falls() const { return m_falls; } ///< by port, of late

private:
    void stepPorts(const FabricTick& now, Derived& out);
    void stepUplinks(const FabricTick& now, Derived& out);
    void stepCongestion(const FabricTick& now, Derived& out);
    void judgeLinks(const FabricTick& now, Derived& out);

    FabricMap m_map;
    std::uint64_t m_topologyVersion = 0;
    TickIndex m_lastTick = 0;
    std::vector<float> m_lately; ///< by port: bytes a second sent over some 20 s; NaN: not measured, or down
    std::vector<float> m_minute; ///< the same over a minute
    std::vector<float> m_falls; ///< by port, decaying
    std::vector<float> m_wasUp;
    std::vector<float> m_waits; ///< by port: share of time waiting over some 20 s
    std::vector<float> m_errors; ///< by port: symbol errors and drops a second over some 20 s
    std::vector<float> m_retransmits;
    std::vector<float> m_skews; ///< by port, in the last tick
    std::vector<CongestionTree> m_congestion;
    std::vector<float> m_unused;
};

} // namespace lockstep
