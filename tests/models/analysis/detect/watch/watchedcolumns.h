// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"
#include "tests/support/testhall.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::test {

inline constexpr std::uint32_t nodesEach = 4;
inline constexpr std::uint32_t gpusEach = 8;
inline constexpr std::uint32_t gpuCount = 2 * nodesEach * gpusEach; // in two racks

constexpr EntityRef rackRef(std::uint32_t index)
{
    return {EntityKind::Rack, index};
}

constexpr EntityRef gpuRef(std::uint32_t index)
{
    return {EntityKind::Gpu, index};
}

/// A node's port 0 on a switch's port 1, a link of two switches (2 and 3), and a port of a node that leads nowhere.
inline TopologyPtr linkedPorts()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", {}, {});
    const EntityRef leaf = builder.add(EntityKind::Switch, "leaf", {});
    const EntityRef spine = builder.add(EntityKind::Switch, "spine", {});
    const EntityRef nic = builder.add(EntityKind::Port, "mlx5_0/1", node);
    (void)builder.add(EntityKind::Port, "p1", leaf);
    const EntityRef up = builder.add(EntityKind::Port, "up", leaf);
    (void)builder.add(EntityKind::Port, "down", spine);
    (void)builder.add(EntityKind::Port, "spare", node);
    builder.connect(nic, {"leaf", "p1"});
    builder.connect(up, {"spine", "down"});
    return builder.build();
}

/// A detector with generated columns, and its events.
template <class Watch>
struct WatchedColumns
{
    explicit WatchedColumns(TopologyPtr shown) : topology(std::move(shown)), columns(Watch::watched.size()) { }

    void run(int seconds, const std::function<void()>& before = nullptr)
    {
        for (int second = 0; second < seconds; ++second) {
            ++tick;
            if (before)
                before();
            watch.step({{tick, TimePoint(std::chrono::seconds(tick))}, topology, columns}, reported);
        }
    }
    [[nodiscard]] std::size_t count() const { return reported.events.size(); }
    [[nodiscard]] std::string texts() const { return sentences(reported); }

    TopologyPtr topology;
    std::vector<std::vector<float>> columns;
    Watch watch;
    Derived reported;
    TickIndex tick = 0;
};

} // namespace lockstep::test
