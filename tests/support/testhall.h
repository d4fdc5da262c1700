// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lockstep::test {

/// Racks of identical nodes with GPUs and cooling sensors, for detectors that read columns. GPU g of node n is GPU n x
/// gpus + g; its inlet sensor is 3 n, its exhaust 3 n + 1, its coolant 3 n + 2.
struct TestHall
{
    explicit TestHall(std::uint32_t racks, std::uint32_t nodesPerRack, std::uint32_t gpus, bool isLiquid = true)
    {
        TopologyBuilder builder;
        for (std::uint32_t rack = 0; rack < racks; ++rack) {
            const EntityRef place = builder.addRack("R" + std::to_string(rack), {});
            for (std::uint32_t slot = 0; slot < nodesPerRack; ++slot) {
                const EntityRef node = builder.addNode("n" + std::to_string(rack * nodesPerRack + slot), place, {});
                for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
                    (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
                for (const char* sensor : {"inlet", "exhaust", isLiquid ? "coolant cdu" : "fans"})
                    (void)builder.add(EntityKind::Sensor, sensor, node);
            }
        }
        topology = builder.build();
    }

    TopologyPtr topology;
};

/// The reported events with that code.
inline std::vector<DerivedEvent> ofCode(const Derived& reported, const std::string& code)
{
    std::vector<DerivedEvent> found;
    std::ranges::copy_if(reported.events, std::back_inserter(found),
                         [&](const DerivedEvent& each) { return each.event.code == code; });
    return found;
}

/// All sentences, for the message of a test that fails.
inline std::string sentences(const Derived& reported)
{
    std::string all;
    for (const DerivedEvent& each : reported.events)
        all += each.event.code + ": " + each.event.text + '\n';
    return all;
}

} // namespace lockstep::test
