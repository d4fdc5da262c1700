// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"

#include <QImage>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

/// What a canvas shows once everything in view is up to date.
template <class Canvas>
QImage pictureOf(Canvas& canvas)
{
    QImage image(canvas.size(), QImage::Format_RGB32);
    do
        canvas.render(&image);
    while (!canvas.isComplete());
    return image;
}

struct FabricSize
{
    std::uint32_t rails = 2;
    std::uint32_t leavesPerRail = 4;
    std::uint32_t spinesPerRail = 8;
    std::uint32_t nodesPerLeaf = 2;
    std::uint32_t gpusPerNode = 1;
};

/// Everything that a view needs, for a fabric of any size: one manager that reports a metric of all leaf ports in each
/// tick, and nodes with one NIC per rail. GUI thread.
class FabricWorld
{
public:
    explicit FabricWorld(FabricSize size) : m_size(size)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->entities.push_back({EntityKind::Node, "manager", 0});
        std::vector<std::uint32_t> ports;
        for (std::uint32_t leaf = 0; leaf < leaves(); ++leaf) {
            const auto owner = static_cast<std::uint32_t>(layout->entities.size());
            layout->entities.push_back({EntityKind::Switch, leafName(leaf), EntityDescriptor::clusterScope});
            for (std::uint32_t spine = 0; spine < size.spinesPerRail; ++spine) {
                ports.push_back(static_cast<std::uint32_t>(layout->entities.size()));
                layout->entities.push_back({EntityKind::Port,
                                            "to:" + spineName(leaf / size.leavesPerRail, spine),
                                            owner,
                                            {spineName(leaf / size.leavesPerRail, spine), ""}});
            }
        }
        for (std::uint32_t rail = 0; rail < size.rails; ++rail) {
            for (std::uint32_t spine = 0; spine < size.spinesPerRail; ++spine)
                layout->entities.push_back(
                    {EntityKind::Switch, spineName(rail, spine), EntityDescriptor::clusterScope});
        }
        MetricDescriptor metric;
        metric.name = "port.utilisation";
        metric.title = "Port utilisation";
        metric.unit = Unit::Ratio;
        metric.entityKind = EntityKind::Port;
        metric.fullScale = 1.0F;
        layout->metrics.push_back(metric);
        layout->columns.push_back({0, ports});
        m_layout = std::move(layout);
        values.assign(ports.size(), 0.1F);

        TopologyBuilder builder;
        for (std::uint32_t node = 0; node < size.leavesPerRail * size.nodesPerLeaf; ++node) {
            const EntityRef ref = builder.addNode("node-" + std::to_string(1000 + node), {}, {});
            for (std::uint32_t gpu = 0; gpu < size.gpusPerNode; ++gpu)
                (void)builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), ref);
            for (std::uint32_t rail = 0; rail < size.rails; ++rail)
                builder.connect(builder.add(EntityKind::Port, "mlx5_" + std::to_string(rail) + "/1", ref),
                                {leafName(rail * size.leavesPerRail + node / size.nodesPerLeaf), ""});
        }
        (void)builder.addLayout(builder.addNode("manager", {}, {}), *m_layout);
        cluster.setTopology(builder.build());
    }

    [[nodiscard]] ViewContext context() { return {cluster, time, selection, theme, frames}; }
    [[nodiscard]] std::uint32_t leaves() const { return m_size.rails * m_size.leavesPerRail; }
    [[nodiscard]] const Topology& topology() const { return *cluster.store().topology(); }

    /// One tick of the manager with values[].
    void tick()
    {
        m_now += std::chrono::seconds(1);
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = m_now;
        batch->node = "manager";
        batch->sequence = ++m_sequence;
        batch->tick = NodeTick{m_now, m_layout, values, {}, {}};
        cluster.apply(std::vector<BatchPtr>{batch}, m_now);
        const TickRange held = cluster.store().ticks();
        time.setExtent({timeOfTick(held.from, std::chrono::seconds(1)), timeOfTick(held.to, std::chrono::seconds(1))});
    }

    /// The port of a leaf that leads to a spine of its rail.
    [[nodiscard]] EntityRef port(std::uint32_t leaf, std::uint32_t spine) const
    {
        const EntityRef owner = topology().find(EntityKind::Switch, {}, leafName(leaf));
        return topology().find(EntityKind::Port, owner, "to:" + spineName(leaf / m_size.leavesPerRail, spine));
    }
    [[nodiscard]] std::string leafName(std::uint32_t leaf) const
    {
        return "r" + std::to_string(leaf / m_size.leavesPerRail) + "-leaf"
            + std::to_string(1000 + leaf % m_size.leavesPerRail).substr(1);
    }
    [[nodiscard]] static std::string spineName(std::uint32_t rail, std::uint32_t spine)
    {
        return "r" + std::to_string(rail) + "-spine" + std::to_string(1000 + spine).substr(1);
    }

    ClusterModel cluster;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
    std::vector<float> values; ///< by leaf, then spine

private:
    FabricSize m_size;
    std::shared_ptr<const NodeLayout> m_layout;
    TimePoint m_now{std::chrono::seconds(1'772'334'720)};
    std::uint64_t m_sequence = 0;
};

} // namespace lockstep::test
