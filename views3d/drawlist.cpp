// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/drawlist.h"

#include "views3d/nodeinterior.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace lockstep {

namespace {

constexpr float postWidth = 0.03F;
constexpr float lampDepth = 0.012F;
constexpr float sheet = 0.004F; // thickness of a chassis' walls

} // namespace

DrawList::DrawList(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, QVector3D eye)
{
    const auto& racks = geometry.racks();
    std::vector<std::size_t> order(racks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t at) { return (racks[at].box.centre() - eye).lengthSquared(); });
    for (const std::size_t at : order) {
        if (plan.racks[at].detail == Detail::Hidden)
            continue;
        const std::size_t first = m_boxes.size();
        addRack(topology, geometry, plan, at);
        // What carries data hides what it stands on and stands in, so it comes first, the nearest first: the depth test
        // then spares the hidden pixels, which cost most in software.
        const auto key = [&](const DrawBox& box) {
            return std::pair(box.role, (box.box.centre() - eye).lengthSquared());
        };
        std::ranges::sort(m_boxes.begin() + static_cast<std::ptrdiff_t>(first), m_boxes.end(), {}, key);
        m_spans.push_back({racks[at].box, first, m_boxes.size() - first});
    }
}

void DrawList::addRack(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, std::size_t at)
{
    const HallRack& rack = geometry.racks()[at];
    const auto nodes = std::span(geometry.nodes()).subspan(rack.firstNode, rack.nodeCount);
    if (plan.racks[at].detail == Detail::Rack && rack.entity.isValid()) {
        m_boxes.push_back({rack.box, rack.entity, BoxRole::Body});
        return;
    }
    if (rack.entity.isValid())
        addFrame(rack, plan.racks[at]);
    for (std::size_t node = 0; node < nodes.size(); ++node)
        addNode(topology, nodes[node], plan.nodes[rack.firstNode + node]);
}

void DrawList::addFrame(const HallRack& rack, const RackPlan& plan)
{
    const Box& box = rack.box;
    const auto add = [&](QVector3D low, QVector3D high, BoxRole role) {
        m_boxes.push_back({{low, high}, rack.entity, role});
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
    const float lamp = box.high.z() - lampDepth;
    add({box.low.x(), roofFrom, box.low.z()}, {box.high.x(), box.high.y(), lamp}, BoxRole::Frame);
    add({box.low.x(), roofFrom, lamp}, box.high, BoxRole::Lamp);
}

void DrawList::addNode(const Topology& topology, const HallNode& node, Detail detail)
{
    if (detail < Detail::Parts) {
        m_boxes.push_back({node.box, node.entity, BoxRole::Body});
        return;
    }
    const Box& box = node.box;
    const float wall = std::min(box.size().y() * 0.55F, 0.05F);
    const auto add = [&](QVector3D low, QVector3D high, BoxRole role) {
        m_boxes.push_back({{low, high}, node.entity, role});
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
        if (detail == Detail::Close || !isSmall)
            m_boxes.push_back({part.box, part.entity, part.isFurniture ? BoxRole::Furniture : BoxRole::Body});
    }
}

DrawList::Hit DrawList::firstHit(const Ray& ray) const
{
    Hit best;
    for (const Span& span : m_spans) {
        const auto reached = entryDistance(ray, span.bounds);
        if (!reached || (best.box != nullptr && *reached > best.distance))
            continue;
        for (std::size_t at = span.first; at < span.first + span.count; ++at) {
            const auto distance = entryDistance(ray, m_boxes[at].box);
            if (distance && (best.box == nullptr || *distance < best.distance))
                best = {&m_boxes[at], *distance};
        }
    }
    return best;
}

EntityRef DrawList::pick(const Ray& ray) const
{
    const Hit hit = firstHit(ray);
    return hit.box == nullptr ? EntityRef{} : hit.box->entity;
}

std::optional<float> DrawList::depth(const Ray& ray) const
{
    const Hit hit = firstHit(ray);
    return hit.box == nullptr ? std::nullopt : std::optional(hit.distance);
}

} // namespace lockstep
