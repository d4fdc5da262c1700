// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/box.h"

#include <algorithm>
#include <limits>

namespace lockstep {

bool Box::overlaps(const Box& other) const
{
    for (int axis = 0; axis < 3; ++axis) {
        if (low[axis] >= other.high[axis] || other.low[axis] >= high[axis])
            return false;
    }
    return true;
}

std::array<QVector3D, 8> Box::corners() const
{
    std::array<QVector3D, 8> corners;
    for (unsigned at = 0; at < corners.size(); ++at) {
        corners[at] = {(at & 1U) != 0 ? high.x() : low.x(), (at & 2U) != 0 ? high.y() : low.y(),
                       (at & 4U) != 0 ? high.z() : low.z()};
    }
    return corners;
}

Box Box::united(const Box& other) const
{
    Box both;
    for (int axis = 0; axis < 3; ++axis) {
        both.low[axis] = std::min(low[axis], other.low[axis]);
        both.high[axis] = std::max(high[axis], other.high[axis]);
    }
    return both;
}

Box Box::grown(float margin) const
{
    const QVector3D by(margin, margin, margin);
    return {low - by, high + by};
}

Box Box::part(QVector3D from, QVector3D to) const
{
    return {low + size() * from, low + size() * to};
}

Box turnedAbout(QVector3D pivot, const Box& box)
{
    const QVector3D twice = 2 * pivot;
    return {{twice.x() - box.high.x(), box.low.y(), twice.z() - box.high.z()},
            {twice.x() - box.low.x(), box.high.y(), twice.z() - box.low.z()}};
}

std::optional<float> entryDistance(const Ray& ray, const Box& box)
{
    float enter = 0;
    float leave = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (ray.direction[axis] == 0.0F) {
            if (ray.origin[axis] < box.low[axis] || ray.origin[axis] > box.high[axis])
                return std::nullopt;
            continue;
        }
        const float one = (box.low[axis] - ray.origin[axis]) / ray.direction[axis];
        const float other = (box.high[axis] - ray.origin[axis]) / ray.direction[axis];
        enter = std::max(enter, std::min(one, other));
        leave = std::min(leave, std::max(one, other));
    }
    return enter <= leave ? std::optional(enter) : std::nullopt;
}

} // namespace lockstep
