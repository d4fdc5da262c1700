// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/wireencoder.h"
#include "models/core/batch.h"

#include <array>
#include <chrono>
#include <memory>
#include <string>

namespace lockstep::fuzz {

inline const TimePoint firstTick{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}};

inline std::string bytesOf(const grpc::Slice& slice)
{
    return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

inline std::shared_ptr<const NodeLayout> layoutOfOneGpu()
{
    auto layout = std::make_shared<NodeLayout>();
    layout->id = 1;
    layout->metrics
        = {{"gpu.power", "GPU power", Unit::Watt, MetricKind::Gauge, EntityKind::Gpu, Direction::Neutral, {}, {}, {}}};
    layout->entities = {{EntityKind::Node, "n", 0}, {EntityKind::Gpu, "gpu0", 0}};
    layout->columns = {{0, {1}}};
    return layout;
}

/// The first frame of every valid agent.
inline const std::string& introduction()
{
    static const std::string bytes = [] {
        NodeIdentity identity;
        identity.name = "n";
        identity.epoch = 1;
        const std::array<std::string, 2> names{"", "op"};
        const NodeTick tick{firstTick, layoutOfOneGpu(), {1.0F}, {}, {}};
        return bytesOf(encodeDescription(1, identity, names)) + bytesOf(encodeLayout(1, *tick.layout))
            + bytesOf(encodeTick(1, 1, tick, 2, {}, 2));
    }();
    return bytes;
}

} // namespace lockstep::fuzz
