// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/halldetail.h"

#include <algorithm>

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

/// Scale at the box's point nearest to the eye, because its front is what is visible.
float scaleOf(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const QVector3D eye = camera.eye();
    QVector3D nearest;
    for (int axis = 0; axis < 3; ++axis)
        nearest[axis] = std::clamp(eye[axis], box.low[axis], box.high[axis]);
    const float depth = QVector3D::dotProduct(eye - nearest, camera.backward());
    // Beside or around the eye: maximum scale.
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
        if (!camera.mayBeInView(rack.box, viewport))
            continue;
        plan.racks[at] = planRack(rack, at < last.racks.size() ? last.racks[at] : RackPlan{}, camera, viewport);
        if (plan.racks[at].detail < Detail::Node)
            continue;
        // All nodes of a rack open together: one alone would look special.
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

} // namespace lockstep
