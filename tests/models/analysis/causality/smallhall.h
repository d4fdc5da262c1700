// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/eventsentence.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/nodelayout.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep::test {

/// Eight nodes of four GPUs and two NICs in four racks: A1 and A2 on loop cdu-1, B1 and B2 in air. Two rails with two
/// leaves and two spines each. Job train-a runs on the nodes of A1 and A2, train-b on the others. One service, with
/// a replica on node-6.
struct SmallHall
{
    static constexpr TimePoint start{std::chrono::seconds(1'772'334'720)};

    SmallHall()
    {
        TopologyBuilder builder;
        for (const char* rack : {"A1", "A2", "B1", "B2"}) {
            RackPlace place;
            place.row = rack[0];
            builder.addRack(rack, place);
        }
        builder.serve(builder.add(EntityKind::Loop, "cdu-1", {}), {"A1", "A2"});
        builder.add(EntityKind::Job, "chat", {});
        builder.add(EntityKind::Job, "chat/prefill", {});
        builder.add(EntityKind::Job, "chat/decode", {});
        builder.add(EntityKind::Job, "chat/decode/node-6:8001", {});
        for (int rail = 0; rail < 2; ++rail) {
            for (int leaf = 0; leaf < 2; ++leaf)
                builder.add(EntityKind::Switch, leafName(rail, leaf), {});
            for (int spine = 0; spine < 2; ++spine)
                builder.add(EntityKind::Switch, spineName(rail, spine), {});
            for (int leaf = 0; leaf < 2; ++leaf) {
                for (int spine = 0; spine < 2; ++spine)
                    link(builder, switchOf(builder, leafName(rail, leaf)), leafName(rail, leaf),
                         "to:" + spineName(rail, spine), switchOf(builder, spineName(rail, spine)),
                         spineName(rail, spine), "to:" + leafName(rail, leaf));
            }
        }
        for (int index = 0; index < 8; ++index) {
            const std::string name = "node-" + std::to_string(index);
            const EntityRef rack{EntityKind::Rack, static_cast<std::uint32_t>(index / 2)};
            const EntityRef node = builder.addNode(name, rack, {});
            for (int gpu = 0; gpu < 4; ++gpu)
                builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
            for (int rail = 0; rail < 2; ++rail)
                link(builder, node, name, "nic" + std::to_string(rail),
                     switchOf(builder, leafName(rail, (index / 2) % 2)), leafName(rail, (index / 2) % 2), name);
        }
        topology = builder.build();
        for (const auto& [job, first] : {std::pair{"train-a", 0U}, std::pair{"train-b", 16U}}) {
            ObservedJob observed{job, {}};
            for (std::uint32_t gpu = first; gpu < first + 16; ++gpu)
                observed.places.push_back({EntityKind::Gpu, gpu});
            jobs.push_back(std::move(observed));
        }
    }

    static std::string leafName(int rail, int leaf)
    {
        return "r" + std::to_string(rail) + "-leaf" + std::to_string(leaf);
    }
    static std::string spineName(int rail, int spine)
    {
        return "r" + std::to_string(rail) + "-spine" + std::to_string(spine);
    }

    [[nodiscard]] EntityRef gpu(std::uint32_t node, std::uint32_t slot) const
    {
        return {EntityKind::Gpu, node * 4 + slot};
    }
    [[nodiscard]] EntityRef node(std::uint32_t index) const { return {EntityKind::Node, index}; }
    [[nodiscard]] EntityRef rack(const std::string& name) const { return topology->find(EntityKind::Rack, {}, name); }
    [[nodiscard]] EntityRef loop() const { return {EntityKind::Loop, 0}; }
    [[nodiscard]] EntityRef device(const std::string& name) const
    {
        return topology->find(EntityKind::Switch, {}, name);
    }
    [[nodiscard]] EntityRef port(const std::string& owner, const std::string& name) const
    {
        const EntityRef node = topology->findNode(owner);
        return topology->find(EntityKind::Port, node.isValid() ? node : device(owner), name);
    }

    static TimePoint at(double seconds) { return start + Duration(static_cast<std::int64_t>(seconds * 1e9)); }
    static DerivedEvent reported(double second, EntityRef entity, std::string code, std::string text,
                                 Severity severity = Severity::Warning)
    {
        DerivedEvent event{entity, {at(second), severity, 0, std::move(code), std::move(text)}};
        deriveFields(event.event); // as of an agent that sends none
        return event;
    }
    static DerivedEvent over(double second, EntityRef entity, std::string code)
    {
        return reported(second, entity, std::move(code), "over", Severity::Information);
    }

    TopologyPtr topology;
    ObservedJobs jobs;

private:
    static EntityRef switchOf(TopologyBuilder& builder, const std::string& name)
    {
        return builder.add(EntityKind::Switch, name, {});
    }
    static void link(TopologyBuilder& builder, EntityRef one, const std::string& oneName, const std::string& onePort,
                     EntityRef other, const std::string& otherName, const std::string& otherPort)
    {
        builder.connect(builder.add(EntityKind::Port, onePort, one), {otherName, otherPort});
        builder.connect(builder.add(EntityKind::Port, otherPort, other), {oneName, onePort});
    }
};

} // namespace lockstep::test
