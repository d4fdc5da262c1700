// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/rackdrag.h"

#include "models/core/budget.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float steepest = 0.03F; // minimum slope of a ray: flatter ones jump by metres per pixel
constexpr float reach = 0.06F; // metres; within this distance, a neighbour's line has priority over the grid
constexpr float sameLine = 0.005F;
constexpr float usualPitch = 0.8F; // 600 mm racks with their side gaps
constexpr float widestPitch = 4; // a larger distance is an aisle, not a neighbour
constexpr float slack = 0.01F; // tolerance for racks side by side, because files round

float onGrid(float metres)
{
    const float whole = std::round(metres / RackGrid::step) * RackGrid::step;
    return std::clamp(std::round(whole * 1000) / 1000, -budget::hallMetres, budget::hallMetres);
}

/// Chooses the candidate nearest to @p wanted within reach, otherwise the grid point.
class Nearest
{
public:
    explicit Nearest(float wanted) : m_wanted(wanted), m_best(onGrid(wanted)) { }
    void offer(float candidate)
    {
        const float distance = std::abs(candidate - m_wanted);
        if (distance >= m_distance)
            return;
        m_distance = distance;
        m_best = candidate;
    }
    [[nodiscard]] float best() const { return m_best; }

private:
    float m_wanted;
    float m_best;
    float m_distance = reach;
};

} // namespace

std::optional<QVector3D> levelPointOf(const Ray& ray, float height)
{
    const QVector3D direction = ray.direction.normalized();
    if (std::abs(direction.y()) < steepest)
        return std::nullopt;
    const float along = (height - ray.origin.y()) / direction.y();
    const QVector3D point = ray.origin + direction * along;
    const bool isInHall = std::abs(point.x()) <= budget::hallMetres && std::abs(point.z()) <= budget::hallMetres;
    return along > 0 && isInHall ? std::optional(point) : std::nullopt;
}

RackGrid::RackGrid(const std::vector<HallRack>& racks, EntityRef moving)
{
    for (const HallRack& rack : racks) {
        if (rack.entity.isValid() && rack.entity != moving)
            m_corners.push_back({rack.box.low.x(), rack.box.low.z()});
    }
    std::ranges::sort(m_corners, [](Corner a, Corner b) { return std::pair(a.z, a.x) < std::pair(b.z, b.x); });
}

float RackGrid::pitchAt(float z) const
{
    std::optional<float> min;
    for (std::size_t at = 1; at < m_corners.size(); ++at) {
        const bool isInRow = std::abs(m_corners[at].z - z) <= sameLine && m_corners[at - 1].z == m_corners[at].z;
        const float distance = m_corners[at].x - m_corners[at - 1].x;
        if (isInRow && distance > sameLine && distance <= widestPitch)
            min = std::min(min.value_or(distance), distance);
    }
    return min.value_or(usualPitch);
}

QVector3D RackGrid::snapped(QVector3D wanted) const
{
    Nearest z(wanted.z());
    for (const Corner& corner : m_corners)
        z.offer(corner.z);
    const float pitch = pitchAt(z.best());
    Nearest x(wanted.x());
    for (const Corner& corner : m_corners) {
        x.offer(corner.x);
        if (std::abs(corner.z - z.best()) <= sameLine) {
            x.offer(corner.x - pitch);
            x.offer(corner.x + pitch);
        }
    }
    return {x.best(), wanted.y(), z.best()};
}

RackDrag::RackDrag(const std::vector<HallRack>& racks, const HallRack& rack, QVector3D grip)
    : m_rack(rack.entity), m_origin(rack.box), m_box(rack.box), m_grip(grip), m_grid(racks, rack.entity)
{
    for (const HallRack& other : racks) {
        if (other.entity.isValid() && other.entity != rack.entity)
            m_others.emplace_back(other.entity, other.box.grown(-slack));
    }
}

void RackDrag::follow(const Ray& ray)
{
    const auto point = levelPointOf(ray, m_grip.y());
    if (!point)
        return;
    const QVector3D by = *point - m_grip;
    // A minimal drag must not move a rack that is off the grid.
    const bool isAtHome = std::abs(by.x()) < RackGrid::step / 2 && std::abs(by.z()) < RackGrid::step / 2;
    const QVector3D corner = isAtHome ? m_origin.low : m_grid.snapped(m_origin.low + by);
    m_box = {corner, corner + m_origin.size()};
    findObstacle();
}

void RackDrag::findObstacle()
{
    Box footprint = m_box;
    footprint.high.setY(budget::hallMetres); // ignore heights
    const auto found
        = std::ranges::find_if(m_others, [&](const auto& other) { return other.second.overlaps(footprint); });
    m_isBlocked = found != m_others.end();
    m_blockedBy = m_isBlocked ? found->first : EntityRef{EntityKind::Rack};
}

} // namespace lockstep
