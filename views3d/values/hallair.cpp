// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallair.h"

#include "models/core/metrics/metricnames.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr float tileSize = 0.6F;
constexpr float probeReach = 2; // metres
constexpr float probeDistance = 0.3F; // before and behind a rack
constexpr float margin = 1.2F; // of floor around the racks
constexpr std::size_t maxTiles = 20'000;
constexpr std::int64_t ticksHeldByProbe = 3;

/// Mean over the rack's nodes of a sensor at one place.
float meanOf(const CoolingMap& cooling, std::span<const HallNode> nodes, std::uint32_t NodeCooling::*place,
             RecentColumns& columns)
{
    float sum = 0;
    float count = 0;
    for (const HallNode& node : nodes) {
        if (node.entity.kind != EntityKind::Node)
            continue;
        const std::uint32_t sensor = cooling.nodes()[node.entity.index].*place;
        const float value = sensor != NodeCooling::none ? columns.value(sensor, ticksHeldByProbe) : noData;
        sum += std::isnan(value) ? 0 : value;
        count += std::isnan(value) ? 0 : 1;
    }
    return count > 0 ? sum / count : noData;
}

std::vector<float> loopColumn(const ClusterStore& store, const char* name, TickIndex tick)
{
    std::vector<float> values(store.topology()->count(EntityKind::Loop), noData);
    const MetricId metric = store.metrics().find(name);
    if (!metric.isValid())
        return values;
    RecentColumns columns(store, metric, tick);
    for (std::uint32_t loop = 0; loop < values.size(); ++loop)
        values[loop] = columns.value(loop, ticksHeldByProbe);
    return values;
}

bool isMeasured(const CoolingMap& cooling, std::span<const HallNode> nodes)
{
    return std::ranges::any_of(nodes, [&cooling](const HallNode& node) {
        const NodeCooling none;
        const bool isNode = node.entity.kind == EntityKind::Node;
        const NodeCooling& sensors = isNode ? cooling.nodes()[node.entity.index] : none;
        return sensors.inlet != NodeCooling::none || sensors.exhaust != NodeCooling::none;
    });
}

} // namespace

HallAir::HallAir(const Topology& topology, const HallGeometry& geometry) : m_cooling(topology)
{
    std::vector<Box> measured;
    for (const HallRack& rack : geometry.racks()) {
        if (isMeasured(m_cooling, geometry.membersOf(rack)))
            measured.push_back(rack.box);
    }
    // Tiles only around racks, because racks may be kilometres apart.
    const auto tileAt = [](std::pair<int, int> place) {
        const float x = static_cast<float>(place.second) * tileSize;
        const float z = static_cast<float>(place.first) * tileSize;
        return Box{{x, -0.01F, z}, {x + tileSize, 0, z + tileSize}};
    };
    const auto indexOf = [](float metres) {
        return static_cast<int>(std::floor(metres / tileSize));
    };
    std::set<std::pair<int, int>> places; // row by row
    for (const Box& rack : measured) {
        for (int row = indexOf(rack.low.z() - margin); row <= indexOf(rack.high.z() + margin); ++row) {
            for (int at = indexOf(rack.low.x() - margin); at <= indexOf(rack.high.x() + margin); ++at) {
                if (places.size() < maxTiles && tileAt({row, at}).grown(margin).overlaps(rack))
                    places.emplace(row, at);
            }
        }
    }
    for (const std::pair<int, int>& place : places)
        m_tiles.push_back(tileAt(place));
}

std::vector<HallAir::Probe> HallAir::probesOf(const ClusterStore& store, const HallGeometry& geometry,
                                              TickIndex tick) const
{
    std::vector<Probe> probes;
    const MetricId metric = store.metrics().find(metrics::sensor::temperature);
    if (!metric.isValid())
        return probes;
    RecentColumns columns(store, metric, tick);
    for (const HallRack& rack : geometry.racks()) {
        const auto nodes = geometry.membersOf(rack);
        const auto add = [&](std::uint32_t NodeCooling::*place, bool isFront) {
            const float celsius = meanOf(m_cooling, nodes, place, columns);
            const bool isHigh = isFront != rack.isTurned;
            const float z = isHigh ? rack.box.high.z() + probeDistance : rack.box.low.z() - probeDistance;
            if (!std::isnan(celsius))
                probes.push_back({rack.box.centre().x(), z, celsius});
        };
        add(&NodeCooling::inlet, true);
        add(&NodeCooling::exhaust, false);
    }
    std::ranges::sort(probes, {}, &Probe::z);
    return probes;
}

void HallAir::update(const ClusterStore& store, const HallGeometry& geometry, TickIndex tick)
{
    const auto probes = probesOf(store, geometry, tick);
    m_celsius.assign(m_tiles.size(), noData);
    for (std::size_t at = 0; at < m_tiles.size(); ++at) {
        const QVector3D middle = m_tiles[at].centre();
        float weights = 0;
        float sum = 0;
        for (auto probe = std::ranges::lower_bound(probes, middle.z() - probeReach, {}, &Probe::z);
             probe != probes.end() && probe->z < middle.z() + probeReach; ++probe) {
            const float dx = probe->x - middle.x();
            const float dz = probe->z - middle.z();
            const float squared = dx * dx + dz * dz;
            if (squared > probeReach * probeReach)
                continue;
            const float weight = 1 / std::max(squared * squared, 1e-4F);
            weights += weight;
            sum += weight * probe->celsius;
        }
        if (weights > 0)
            m_celsius[at] = sum / weights;
    }
    m_supply = loopColumn(store, metrics::loop::supplyTemperature, tick);
    m_return = loopColumn(store, metrics::loop::returnTemperature, tick);
}

float HallAir::coolant(EntityRef loop, bool isReturn) const
{
    const auto& values = isReturn ? m_return : m_supply;
    return loop.kind == EntityKind::Loop && loop.index < values.size() ? values[loop.index] : noData;
}

ColourScale HallAir::scale()
{
    ColourScale scale;
    scale.map = ColourMap::Inferno;
    scale.low = 15;
    scale.high = 55;
    scale.how = "fixed";
    return scale;
}

} // namespace lockstep
