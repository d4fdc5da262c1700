// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabricreporter.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/simulation/cluster/layoutwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr const char* switchPortMetrics[] = {metrics::port::transmit,
                                             metrics::port::receive,
                                             metrics::port::utilisation,
                                             metrics::port::utilisationPeak,
                                             metrics::port::up,
                                             metrics::port::transmitWait,
                                             metrics::port::congestionMarks,
                                             metrics::port::pauses,
                                             metrics::port::transmitDrops,
                                             metrics::port::symbolErrors,
                                             metrics::port::linkDowned,
                                             metrics::port::fecBitErrorRatio,
                                             metrics::port::fecUncorrectable,
                                             metrics::port::opticsReceivePower,
                                             metrics::port::opticsReceivePowerLowLimit};

constexpr float lowReceivePower = 1e-4F; ///< W, -10 dBm

/// W. New transceivers receive -2 dBm, give or take 0.5 dB.
float receivePower(std::uint32_t uplink, bool isSpineEnd, float wear)
{
    const auto spread = static_cast<float>(mixBits(2 * uplink + (isSpineEnd ? 1 : 0)) % 101) / 100 - 0.5F;
    return 1e-3F * std::pow(10.0F, (-2 + spread - 8 * wear) / 10);
}

/// Writes one port's values as seen from the leaf or, with directions swapped, from the spine.
void writePort(const Fabric& fabric, std::uint32_t uplink, bool isSpineEnd, double seconds, float* values,
               std::size_t stride)
{
    const PortCounters& port = fabric.uplinks()[uplink];
    const auto perSecond = static_cast<float>(1 / seconds);
    const auto line = static_cast<float>(fabric.uplinkGBps() * 1e9);
    const float out = (isSpineEnd ? port.received : port.transmitted) * perSecond;
    const float in = (isSpineEnd ? port.transmitted : port.received) * perSecond;
    const float wear = isSpineEnd ? 0 : fabric.uplinkWear(uplink); // of the spine's laser, seen at the leaf
    const float row[] = {out,
                         in,
                         std::min(1.0F, std::max(out, in) / line),
                         std::min(1.0F, port.peak),
                         fabric.isUplinkUp(uplink) ? 1.0F : 0.0F,
                         isSpineEnd ? 0.0F : port.waitShare,
                         isSpineEnd ? 0.0F : port.marks * perSecond,
                         isSpineEnd ? 0.0F : port.pauses * perSecond,
                         port.drops * perSecond,
                         port.symbolErrors * perSecond,
                         port.wentDown ? perSecond : 0.0F,
                         1e-9F * std::pow(10.0F, 6 * wear),
                         wear > 0 ? port.symbolErrors * perSecond : 0.0F,
                         receivePower(uplink, isSpineEnd, wear),
                         lowReceivePower};
    for (std::size_t metric = 0; metric < std::size(row); ++metric)
        values[metric * stride] = row[metric];
}

} // namespace

FabricReporter::FabricReporter(const ClusterSpec& spec, FatTree tree, std::uint64_t epoch, Duration period)
    : m_tree(tree), m_reportsSpines(spec.fabric.reportsSpinePorts)
{
    for (std::uint32_t rail = 0; rail < tree.rails; ++rail) {
        auto identity = simulatedIdentity(fmt::format("fabric-rail{}", rail), epoch, period, "fabric manager",
                                          RackPosition{"infrastructure", "fabric", rail + 1, 1});
        identity->inventory = {{"switches", true,
                                fmt::format("{} and {} of rail {}", counted(tree.leavesPerRail(), "leaf", "leaves"),
                                            counted(tree.spinesPerRail, "spine"), rail)}};
        m_identities.push_back(std::move(identity));
        m_layouts.push_back(makeLayout(rail));
    }
}

std::string FabricReporter::leafName(const FatTree& tree, std::uint32_t leaf)
{
    return fmt::format("r{}-leaf{:02}", tree.railOfLeaf(leaf), leaf % tree.leavesPerRail());
}

std::string FabricReporter::spineName(std::uint32_t rail, std::uint32_t spineInRail)
{
    return fmt::format("r{}-spine{:02}", rail, spineInRail);
}

std::shared_ptr<const NodeLayout> FabricReporter::makeLayout(std::uint32_t rail) const
{
    LayoutWriter writer("fabric manager");
    std::vector<std::uint32_t> ports;
    for (std::uint32_t at = 0; at < m_tree.leavesPerRail(); ++at) {
        const std::uint32_t leaf = rail * m_tree.leavesPerRail() + at;
        const std::uint32_t entity
            = writer.addEntity(EntityKind::Switch, leafName(m_tree, leaf), EntityDescriptor::clusterScope);
        for (std::uint32_t spine = 0; spine < m_tree.spinesPerRail; ++spine)
            ports.push_back(writer.addEntity(EntityKind::Port, "to:" + spineName(rail, spine), entity,
                                             {spineName(rail, spine), "to:" + leafName(m_tree, leaf)}));
    }
    for (std::uint32_t spine = 0; spine < m_tree.spinesPerRail; ++spine) {
        const std::uint32_t entity
            = writer.addEntity(EntityKind::Switch, spineName(rail, spine), EntityDescriptor::clusterScope);
        for (std::uint32_t at = 0; m_reportsSpines && at < m_tree.leavesPerRail(); ++at) {
            const std::string leaf = leafName(m_tree, rail * m_tree.leavesPerRail() + at);
            ports.push_back(
                writer.addEntity(EntityKind::Port, "to:" + leaf, entity, {leaf, "to:" + spineName(rail, spine)}));
        }
    }
    for (const char* metric : switchPortMetrics)
        writer.addColumn(metric, ports);
    return std::make_shared<const NodeLayout>(writer.take());
}

void FabricReporter::write(std::uint32_t rail, const Fabric& fabric, double seconds, std::vector<float>& values) const
{
    const std::size_t stride = m_layouts[rail]->columns.front().entities.size();
    values.resize(m_layouts[rail]->sampleCount());
    float* next = values.data();
    const std::uint32_t firstLeaf = rail * m_tree.leavesPerRail();
    for (std::uint32_t at = 0; at < m_tree.leavesPerRail(); ++at) {
        for (std::uint32_t spine = 0; spine < m_tree.spinesPerRail; ++spine)
            writePort(fabric, m_tree.uplink(firstLeaf + at, spine), false, seconds, next++, stride);
    }
    for (std::uint32_t spine = 0; m_reportsSpines && spine < m_tree.spinesPerRail; ++spine) {
        for (std::uint32_t at = 0; at < m_tree.leavesPerRail(); ++at)
            writePort(fabric, m_tree.uplink(firstLeaf + at, spine), true, seconds, next++, stride);
    }
}

} // namespace lockstep::sim
