// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/halldetail.h"

#include <algorithm>

namespace lockstep {

namespace {

// Pixels per metre from which on a level is worth its boxes: a rack unit of two pixels, a GPU of a dozen, a core of
// ten.
constexpr float nodesFrom = 40;
constexpr float partsFrom = 110;
constexpr float closeFrom = 300;
constexpr float cutOpenFrom = 1.4F; // heights of the view
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

/// Scale at the point of the box nearest to the eye: its front decides, not its middle.
float scaleOf(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const QVector3D eye = camera.eye();
    QVector3D nearest;
    for (int axis = 0; axis < 3; ++axis)
        nearest[axis] = std::clamp(eye[axis], box.low[axis], box.high[axis]);
    const float depth = QVector3D::dotProduct(eye - nearest, camera.backward());
    // Beside or around the eye: as close as can be.
    return depth <= HallCamera::closest ? 1e6F : camera.pixelsPerMetre(nearest, viewport);
}

RackPlan planRack(const HallRack& rack, const RackPlan& last, const HallCamera& camera, QSizeF viewport)
{
    const float scale = scaleOf(rack.box, camera, viewport);
    RackPlan plan{levelFor(scale, last.detail)};
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

} // namespace

DetailPlan planDetail(const HallGeometry& geometry, const HallCamera& camera, QSizeF viewport, const DetailPlan& last)
{
    DetailPlan plan;
    plan.racks.assign(geometry.racks().size(), {});
    plan.nodes.assign(geometry.nodes().size(), Detail::Hidden);
    for (std::size_t at = 0; at < plan.racks.size(); ++at) {
        const HallRack& rack = geometry.racks()[at];
        if (!camera.mayBeInView(rack.box, viewport))
            continue;
        plan.racks[at] = planRack(rack, at < last.racks.size() ? last.racks[at] : RackPlan{}, camera, viewport);
        if (plan.racks[at].detail < Detail::Node)
            continue;
        for (std::uint32_t node = rack.firstNode; node < rack.firstNode + rack.nodeCount; ++node) {
            const Detail nodeBefore = node < last.nodes.size() ? last.nodes[node] : Detail::Hidden;
            const Box& box = geometry.nodes()[node].box;
            plan.nodes[node] = std::max(levelFor(scaleOf(box, camera, viewport), nodeBefore), Detail::Node);
        }
    }
    return plan;
}

} // namespace lockstep
