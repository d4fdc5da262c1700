// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/drawlist.h"

#include "views3d/geometry/nodeinterior.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

// Minimum pixels per metre for each level: two pixels per rack unit, twelve per GPU, ten per core.
constexpr float nodesFrom = 40;
constexpr float partsFrom = 110;
constexpr float closeFrom = 300;
constexpr float cutOpenFrom = 1.4F; // multiples of the view's height
constexpr float leaveAt = 0.85F; // of the size at which a level is entered

Detail levelFor(float pixelsPerMetre, Detail last)
{
    const auto reaches = [&](Detail level, float from) {
        return pixelsPerMetre >= (last >= level ? from * leaveAt : from);
    };
    if (reaches(Detail::Close, closeFrom))
        return Detail::Close;
    if (reaches(Detail::Parts, partsFrom))
        return Detail::Parts;
    return reaches(Detail::Node, nodesFrom) ? Detail::Node : Detail::Rack;
}

/// Scale at the point of the box that is nearest to the camera, because its front is visible.
float scaleOf(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const QVector3D eye = camera.eye();
    QVector3D nearest;
    for (int axis = 0; axis < 3; ++axis)
        nearest[axis] = std::clamp(eye[axis], box.low[axis], box.high[axis]);
    const float depth = QVector3D::dotProduct(eye - nearest, camera.backward());
    // Beside or around the camera: maximum scale.
    return depth <= HallCamera::closest ? 1e6F : camera.pixelsPerMetre(nearest, viewport);
}

RackPlan planRack(const HallRack& rack, const RackPlan& last, const HallCamera& camera, QSizeF viewport)
{
    const float scale = scaleOf(rack.box, camera, viewport);
    RackPlan plan{levelFor(scale, last.detail)};
    if (rack.isApart) // always open, from any position
        plan.detail = std::max(plan.detail, Detail::Parts);
    plan.cover = plan.detail == Detail::Rack ? 1 : 0;
    const float cutFrom = cutOpenFrom * (last.isCutOpen ? leaveAt : 1.0F) * static_cast<float>(viewport.height());
    plan.isCutOpen = plan.detail >= Detail::Parts && scale * rack.box.size().y() > cutFrom;
    if (plan.isCutOpen) {
        const QVector3D from = camera.eye() - rack.box.centre();
        plan.isEyeRight = from.x() > 0;
        plan.isEyeInFront = from.z() > 0;
        plan.isEyeAbove = camera.eye().y() > rack.box.high.y();
    }
    return plan;
}

NodePlan planNode(Detail detail)
{
    return {detail, detail <= Detail::Node ? 1.0F : 0.0F, detail == Detail::Close ? 1.0F : 0.0F};
}

/// @return true while the transition is running
bool approach(float& value, float from, float step)
{
    const float target = value;
    value = from < target ? std::min(from + step, target) : std::max(from - step, target);
    return value != target;
}

} // namespace

bool DetailPlan::isClose() const
{
    return std::ranges::any_of(racks, [](const RackPlan& plan) { return plan.detail >= Detail::Node; });
}

DetailPlan planDetail(const HallGeometry& geometry, const HallCamera& camera, QSizeF viewport, const DetailPlan& last)
{
    DetailPlan plan;
    plan.racks.assign(geometry.racks().size(), {});
    plan.nodes.assign(geometry.nodes().size(), {});
    for (std::size_t at = 0; at < plan.racks.size(); ++at) {
        const HallRack& rack = geometry.racks()[at];
        if (!camera.mayBeVisible(rack.box, viewport))
            continue;
        plan.racks[at] = planRack(rack, at < last.racks.size() ? last.racks[at] : RackPlan{}, camera, viewport);
        if (plan.racks[at].detail < Detail::Node)
            continue;
        // All nodes of a rack open together, because a single open node would look special.
        const Detail min = std::min(plan.racks[at].detail, Detail::Parts);
        for (std::uint32_t node = rack.firstNode; node < rack.firstNode + rack.nodeCount; ++node) {
            const Detail nodeBefore = node < last.nodes.size() ? last.nodes[node].detail : Detail::Hidden;
            const Box& box = geometry.nodes()[node].box;
            plan.nodes[node] = planNode(std::max(levelFor(scaleOf(box, camera, viewport), nodeBefore), min));
        }
    }
    return plan;
}

bool blendDetail(DetailPlan& plan, const DetailPlan& last, std::chrono::duration<float> elapsed)
{
    constexpr std::chrono::duration<float> wholeBlend = std::chrono::milliseconds(220);
    const float step = elapsed / wholeBlend;
    bool isSeeking = false;
    if (last.racks.size() != plan.racks.size() || last.nodes.size() != plan.nodes.size())
        return false;
    for (std::size_t at = 0; at < plan.racks.size(); ++at) {
        if (plan.racks[at].detail != Detail::Hidden && last.racks[at].detail != Detail::Hidden)
            isSeeking |= approach(plan.racks[at].cover, last.racks[at].cover, step);
    }
    for (std::size_t at = 0; at < plan.nodes.size(); ++at) {
        if (plan.nodes[at].detail == Detail::Hidden || last.nodes[at].detail == Detail::Hidden)
            continue;
        isSeeking |= approach(plan.nodes[at].cover, last.nodes[at].cover, step);
        isSeeking |= approach(plan.nodes[at].small, last.nodes[at].small, step);
    }
    return isSeeking;
}

namespace {

/// Makes the boxes of an open rack: frame, nodes, parts. Adds them to two lists, which must outlive it: one of solid
/// boxes, and one of boxes that fade in or out.
class RackBoxes
{
public:
    RackBoxes(std::vector<DrawBox>& solid, std::vector<DrawBox>& fading) : m_solid(solid), m_fading(fading) { }

    void addFrame(const HallRack& rack, const RackPlan& plan);
    void addNode(const Topology& topology, const HallNode& node, const NodePlan& plan);

private:
    void addParts(const Topology& topology, const HallNode& node, const NodePlan& plan);

    std::vector<DrawBox>& m_solid;
    std::vector<DrawBox>& m_fading;
};

constexpr float postWidth = 0.03F;
constexpr float sheet = 0.004F; // thickness of a chassis' walls

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
    // The roof summarises the rack's contents, as the closed rack did.
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

} // namespace

struct DrawList::Source
{
    const Topology& topology;
    const HallGeometry& geometry;
    const DetailPlan& plan;
    const DrawOptions& options;

    [[nodiscard]] bool isLeftOut(std::size_t node) const
    {
        return node < options.isHealthy.size() && options.isHealthy[node];
    }
    [[nodiscard]] bool isLeftOut(const HallRack& rack) const
    {
        for (std::size_t node = rack.firstNode; node < rack.firstNode + rack.nodeCount; ++node) {
            if (!isLeftOut(node))
                return false;
        }
        return rack.nodeCount > 0;
    }
};

DrawList::DrawList(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, QVector3D eye,
                   const DrawOptions& options)
{
    const Source source{topology, geometry, plan, options};
    const auto& racks = geometry.racks();
    std::vector<std::size_t> order(racks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t at) { return (racks[at].box.centre() - eye).lengthSquared(); });
    for (const std::size_t at : order) {
        if (plan.racks[at].detail == Detail::Hidden)
            continue;
        const std::size_t first = m_boxes.size();
        addRack(source, at);
        finishSpan(racks[at].box, first, eye);
    }
    addPlant(source, eye);
}

/// Draws boxes with data before the boxes that contain them, nearest first. The depth test then skips hidden pixels,
/// which are the main cost of software rendering.
void DrawList::finishSpan(const Box& bounds, std::size_t first, QVector3D eye)
{
    const auto key = [&](const DrawBox& box) {
        return std::pair(box.role, (box.box.centre() - eye).lengthSquared());
    };
    std::ranges::sort(m_boxes.begin() + static_cast<std::ptrdiff_t>(first), m_boxes.end(), {}, key);
    m_spans.push_back({bounds, first, m_boxes.size() - first});
}

void DrawList::addRack(const Source& source, std::size_t at)
{
    const HallRack& rack = source.geometry.racks()[at];
    const RackPlan& plan = source.plan.racks[at];
    DrawBox whole{rack.box, rack.entity, BoxRole::Body};
    whole.place = static_cast<std::uint32_t>(at);
    if (source.isLeftOut(rack)) { // keeps its footprint, so that the shape of the hall stays the same
        whole.role = BoxRole::Frame;
        whole.box.high.setY(whole.box.low.y() + HallGeometry::plinth / 2);
        m_boxes.push_back(whole);
        return;
    }
    const bool canBeWhole = rack.hasFrame || rack.nodeCount > 1;
    if (plan.cover >= 1 && canBeWhole) {
        m_boxes.push_back(whole);
        return;
    }
    if (plan.cover > 0 && canBeWhole) {
        whole.opacity = plan.cover;
        whole.box = whole.box.grown(0.002F);
        m_fading.push_back(whole);
    }
    RackBoxes boxes(m_boxes, m_fading);
    if (rack.hasFrame)
        boxes.addFrame(rack, plan);
    for (std::size_t node = rack.firstNode; node < rack.firstNode + rack.nodeCount; ++node) {
        if (!source.isLeftOut(node))
            boxes.addNode(source.topology, source.geometry.nodes()[node], source.plan.nodes[node]);
    }
}

/// Pumps and pipes can be picked like racks; the floor of an aisle cannot.
void DrawList::addPlant(const Source& source, QVector3D eye)
{
    const auto addPipes = [&](const HallPump& pump, const std::vector<HallPipe>& pipes) {
        for (const HallPipe& pipe : pipes)
            m_boxes.push_back({pipe.box, pump.loop, pipe.isReturn ? BoxRole::Return : BoxRole::Supply});
    };
    const bool isClose = source.plan.isClose();
    for (const HallPump& pump : source.geometry.plant().pumps()) {
        const std::size_t first = m_boxes.size();
        m_boxes.push_back({pump.box, pump.loop, BoxRole::Body});
        addPipes(pump, pump.pipes);
        if (isClose)
            addPipes(pump, pump.drops);
        Box bounds = pump.box;
        for (const HallPipe& pipe : pump.pipes)
            bounds = bounds.united(pipe.box);
        for (const HallPipe& drop : pump.drops)
            bounds = bounds.united(drop.box);
        finishSpan(bounds, first, eye);
    }
    for (std::uint32_t tile = 0; tile < source.options.tiles.size(); ++tile)
        m_boxes.push_back({source.options.tiles[tile], {}, BoxRole::Air, tile});
    if (!source.options.tiles.empty())
        return;
    for (const HallAisle& aisle : source.geometry.plant().aisles())
        m_boxes.push_back({aisle.floor, {}, aisle.isHot ? BoxRole::HotAisle : BoxRole::ColdAisle});
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
