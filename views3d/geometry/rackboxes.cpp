// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/rackboxes.h"

#include "views3d/geometry/nodeinterior.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr float postWidth = 0.03F;
constexpr float sheet = 0.004F; // thickness of a chassis' walls

} // namespace

void RackBoxes::addFrame(const HallRack& rack, const RackPlan& plan)
{
    const Box& box = rack.box;
    const auto add = [&](QVector3D low, QVector3D high, BoxRole role) {
        m_solid.push_back({{low, high}, rack.entity, role});
    };
    const float roofFrom = box.high.y() - HallGeometry::roof;
    const float base = box.low.y() + HallGeometry::plinth - 0.01F;
    for (const bool right : {false, true}) {
        for (const bool front : {false, true}) {
            if (plan.isCutOpen && (right == plan.isEyeRight && front == plan.isEyeInFront))
                continue;
            const float x = right ? box.high.x() - postWidth : box.low.x();
            const float z = front ? box.high.z() - postWidth : box.low.z();
            add({x, base, z}, {x + postWidth, roofFrom, z + postWidth}, BoxRole::Frame);
        }
    }
    add(box.low, {box.high.x(), base, box.high.z()}, BoxRole::Frame);
    if (plan.isCutOpen && plan.isEyeAbove)
        return;
    // The roof tells of what is below it, as the whole rack did before it opened.
    add({box.low.x(), roofFrom, box.low.z()}, box.high, BoxRole::Lamp);
}

void RackBoxes::addNode(const Topology& topology, const HallNode& node, const NodePlan& plan)
{
    const bool isWhole = plan.detail < Detail::Parts;
    if (isWhole && (plan.cover >= 1 || plan.detail == Detail::Hidden)) {
        m_solid.push_back({node.box, node.entity, BoxRole::Body});
        return;
    }
    if (plan.cover > 0)
        m_fading.push_back({node.box.grown(0.001F), node.entity, BoxRole::Body, Id<DrawBox>::none, plan.cover});
    addParts(topology, node, plan);
}

void RackBoxes::addParts(const Topology& topology, const HallNode& node, const NodePlan& plan)
{
    const Box& box = node.box;
    const float wall = std::min(box.size().y() * 0.55F, 0.05F);
    const auto add = [&](QVector3D low, QVector3D high, BoxRole role) {
        m_solid.push_back({node.turned({low, high}), node.entity, role});
    };
    add(box.low, {box.high.x(), box.low.y() + sheet / 2, box.high.z() - sheet}, BoxRole::Shell);
    const float wallTop = box.low.y() + wall;
    add(box.low, {box.low.x() + sheet, wallTop, box.high.z() - sheet}, BoxRole::Shell);
    add({box.high.x() - sheet, box.low.y(), box.low.z()}, {box.high.x(), wallTop, box.high.z() - sheet},
        BoxRole::Shell);
    const float lip = std::min(box.size().y() * 0.14F, 0.02F);
    add({box.low.x(), box.low.y(), box.high.z() - sheet}, {box.high.x(), box.low.y() + lip, box.high.z()},
        BoxRole::Lamp);
    for (const HallPart& part : nodeInterior(topology, node)) {
        const bool isSmall
            = part.isFurniture || part.entity.kind == EntityKind::Core || part.entity.kind == EntityKind::Sensor;
        const float opacity = isSmall ? plan.small : 1;
        DrawBox drawn{part.box, part.entity, part.isFurniture ? BoxRole::Furniture : BoxRole::Body};
        drawn.opacity = opacity;
        if (opacity > 0)
            (opacity < 1 ? m_fading : m_solid).push_back(drawn);
    }
}

} // namespace lockstep
