// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/halllines.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr float arrowEvery = 0.8F; // metres
constexpr float arrowLength = 0.16F;
constexpr float arrowWidth = 0.09F;
constexpr float tray = 0.8F; // metres above the highest rack
constexpr std::size_t maxLinks = 256; // a spine's; more would be a carpet

void addLink(std::vector<HallLine>& lines, QVector3D from, QVector3D to, float height, Rgb colour)
{
    // Across the hall first, then along the row: rows have their trays, and one tray joins them.
    const std::array<QVector3D, 5> way{from, QVector3D(from.x(), height, from.z()), QVector3D(from.x(), height, to.z()),
                                       QVector3D(to.x(), height, to.z()), to};
    for (std::size_t at = 1; at < way.size(); ++at) {
        if (way[at] != way[at - 1])
            lines.push_back({way[at - 1], way[at], colour});
    }
}

std::vector<EntityRef> portsOf(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return {};
    if (entity.kind == EntityKind::Port)
        return {entity};
    std::vector<EntityRef> ports;
    if (entity.kind == EntityKind::Switch || entity.kind == EntityKind::Node || entity.kind == EntityKind::Gpu) {
        for (const EntityRef child : topology.children(entity)) {
            const auto below = portsOf(topology, child);
            ports.insert(ports.end(), below.begin(), below.end());
        }
    }
    return ports;
}

} // namespace

std::vector<HallLine> flowLines(const HallPlant& plant, Rgb colour)
{
    std::vector<HallLine> lines;
    for (const HallPump& pump : plant.pumps()) {
        for (const HallPipe& pipe : pump.pipes) {
            const QVector3D way = pipe.to - pipe.from;
            const float length = way.length();
            const QVector3D along = way / length;
            const QVector3D across = QVector3D::crossProduct(along, {0, 1, 0}) * arrowWidth;
            if (across.length() < arrowWidth / 2) // upright: seen from above there is nothing to see
                continue;
            constexpr float maxArrows = 500; // of a pipe over a whole hall
            const float every = std::max(arrowEvery, length / maxArrows);
            for (float at = every / 2; at < length; at += every) {
                const QVector3D tip = pipe.from + along * at;
                const QVector3D back = tip - along * arrowLength;
                lines.push_back({back + across, tip, colour});
                lines.push_back({back - across, tip, colour});
            }
        }
    }
    return lines;
}

std::vector<HallLine> linkLines(const Topology& topology, const HallGeometry& geometry, EntityRef selected, Rgb colour)
{
    std::vector<HallLine> lines;
    const float height = geometry.bounds().high.y() + tray;
    std::size_t links = 0;
    for (const EntityRef port : portsOf(topology, selected)) {
        const EntityRef far = topology.peer(port);
        const auto from = geometry.boxOf(topology, port);
        const auto to = far.isValid() ? geometry.boxOf(topology, far) : std::nullopt;
        if (!from || !to || ++links > maxLinks)
            continue;
        addLink(lines, from->centre(), to->centre(), height, colour);
    }
    return lines;
}

} // namespace lockstep
