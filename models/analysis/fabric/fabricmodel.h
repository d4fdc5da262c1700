// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "models/core/metric.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/settledticks.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Ports that block each other, and the root port that all of them wait for.
struct CongestionTree
{
    std::uint32_t rootSwitch = FabricMap::none; ///< cannot receive or forward the traffic of the root ports
    std::vector<std::uint32_t> rootPorts; ///< wait for the root switch themselves, most victims first
    std::uint32_t victims = 0; ///< number of waiting ports, including the root ports
    float worstWait = 0; ///< largest share of time that a root port had data but no credit
};

struct CongestionLimits
{
    float wait = 0.01F; ///< minimum share of time with data but without credit of a waiting port
    std::uint32_t minVictims = 2; ///< a single port is not a tree
};

/// Follows back-pressure to its root: a port that waits for credit waits for the next switch, which does not drain
/// because one of its own ports waits, and so on. The root and its victims are distinguished as in Gran, Reinemo et al.
/// (IPDPS 2010). Roots that wait for the same switch form one tree.
/// @param waits by port, NaN: not measured
/// @return trees with the most victims first
[[nodiscard]] std::vector<CongestionTree> findCongestion(const FabricMap& map, std::span<const float> waits,
                                                         CongestionLimits limits = {});

/// How evenly paths of equal cost share their load. NaN entries (a path that is down, or not measured) are ignored.

/// Busiest / mean - 1: 0 if all loads are equal, n - 1 if one path carries everything. NaN with fewer than two.
[[nodiscard]] float loadImbalance(std::span<const float> loads);

/// Fraction of the paths that is effectively unused: 1 - p / n with p = (sum x)^2 / sum x^2, the number of evenly used
/// paths with the same concentration (the inverse of Simpson's index, Nature 163, 1949). 0 if all loads are equal; 0.75
/// if a quarter of the paths carries everything. Uses mean loads over a minute, to separate polarisation, which stays
/// on the same paths, from load that moves between paths.
[[nodiscard]] float unusedPaths(std::span<const float> meanLoads);

/// Recent problems of one end of a link. NaN: not measured, treated as healthy.
struct LinkSigns
{
    float falls = 0; ///< number of recent link downs
    bool isDown = false; ///< down now, but was up before
    float wait = noData; ///< share of time with data but no credit
    bool isRoot = false; ///< of a congestion tree
    float errors = noData; ///< symbol errors and drops per second
    float retransmits = noData; ///< per second
    float skew = noData; ///< traffic relative to the mean of its equals, minus 1
};

/// Severity of a link's problems: the maximum of all signs, each scaled from 0 (none) to 1 (urgent). 1 means that the
/// link is down or failed three times, waits for credit 5 % of the time, or carries four times the traffic of
/// equivalent links. 0.5 means one error, or ten retransmits, per second. NaN if nothing is measured.
[[nodiscard]] float linkFaultScore(const LinkSigns& signs);

/// Measurements of ports at one tick, by port index. A field has no data where it is NaN or too short. Each field has
/// the unit of the metric with the same name.
struct FabricTick : AnalysedTick
{
    explicit FabricTick(const AnalysedTick& at = {}) : AnalysedTick(at) { }

    TopologyPtr topology;
    std::vector<float> transmit;
    std::vector<float> up;
    std::vector<float> linkDowned; ///< link downs per second, as counted by the port
    std::vector<float> wait;
    std::vector<float> symbolErrors; ///< per second, like the next two
    std::vector<float> drops;
    std::vector<float> retransmits;
};

/// Fabric model of a cluster, tick by tick: balance over equal-cost uplinks, bursts, link-down counts, congestion
/// trees. Ticks arrive in order. One thread at a time.
class FabricModel
{
public:
    void step(const FabricTick& now, Derived& out);

    [[nodiscard]] const FabricMap& map() const { return m_map; }
    [[nodiscard]] const std::vector<CongestionTree>& congestion() const { return m_congestion; } ///< in the last tick
    /// By switch, in the last tick: unused share of equal-cost uplinks over a minute; NaN: unknown.
    [[nodiscard]] const std::vector<float>& unusedUplinks() const { return m_unused; }
    /// By port: share of time with data but no credit over about 20 s; NaN: not measured.
    [[nodiscard]] const std::vector<float>& waits() const { return m_waits; }
    /// By uplink port: traffic relative to the mean of its equals, minus 1, over about 20 s; NaN: unknown.
    [[nodiscard]] const std::vector<float>& skews() const { return m_skews; }
    [[nodiscard]] const std::vector<float>& falls() const { return m_falls; } ///< by port, recent
    /// By port: the same over a quarter of an hour.
    [[nodiscard]] const std::vector<float>& lastingFalls() const { return m_lastingFalls; }

private:
    void stepPorts(const FabricTick& now, Derived& out);
    void stepUplinks(const FabricTick& now, Derived& out);
    void stepCongestion(const FabricTick& now, Derived& out);
    void judgeLinks(const FabricTick& now, Derived& out);

    FabricMap m_map;
    std::uint64_t m_topologyVersion = 0;
    TickIndex m_lastTick = 0;
    std::vector<float> m_recent; ///< by port: bytes per second sent over about 20 s; NaN: not measured, or down
    std::vector<float> m_minute; ///< the same over a minute
    std::vector<float> m_falls; ///< by port, decaying
    std::vector<float> m_lastingFalls;
    std::vector<float> m_wasUp;
    std::vector<float> m_waits; ///< by port: share of time waiting over about 20 s
    std::vector<float> m_errors; ///< by port: symbol errors and drops per second over about 20 s
    std::vector<float> m_retransmits;
    std::vector<float> m_skews; ///< by port, in the last tick
    std::vector<CongestionTree> m_congestion;
    std::vector<float> m_unused;
};

} // namespace lockstep
