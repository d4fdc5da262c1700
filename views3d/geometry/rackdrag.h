// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallgeometry.h"

#include <optional>
#include <vector>

namespace lockstep {

/// The point at which a ray meets the horizontal plane at @p height; nullopt if that point is not in front of the eye,
/// or so far away that a pixel covers metres.
[[nodiscard]] std::optional<QVector3D> levelPointOf(const Ray& ray, float height);

/// Snaps a rack's corner near @p wanted: in line with a neighbour or at its row's pitch if that is close, otherwise to
/// a 0.1 m grid. Pure.
class RackGrid
{
public:
    static constexpr float step = 0.1F; ///< metres

    RackGrid() = default;
    /// @param moving rack to ignore
    RackGrid(const std::vector<HallRack>& racks, EntityRef moving);

    [[nodiscard]] QVector3D snapped(QVector3D wanted) const;
    /// The usual distance of neighbours in a row that begins at @p z.
    [[nodiscard]] float pitchAt(float z) const;

private:
    struct Corner
    {
        float x;
        float z;
    };
    std::vector<Corner> m_corners; ///< by z, then by x
};

/// A rack being dragged over the floor: it follows the pointer and snaps to the grid. A plain value, for one drag.
class RackDrag
{
public:
    RackDrag() = default;
    /// @param racks all racks of the hall @param rack the dragged rack @param grip the point of @p rack that is held
    RackDrag(const std::vector<HallRack>& racks, const HallRack& rack, QVector3D grip);

    /// Follows the pointer; the rack stays in place while @p ray does not meet the floor.
    void follow(const Ray& ray);

    [[nodiscard]] EntityRef rack() const { return m_rack; }
    [[nodiscard]] const Box& origin() const { return m_origin; }
    [[nodiscard]] const Box& box() const { return m_box; } ///< target position
    [[nodiscard]] bool hasMoved() const { return m_box.low != m_origin.low; }
    /// The entity that occupies the target; invalid: none.
    [[nodiscard]] EntityRef blockedBy() const { return m_blockedBy; }
    [[nodiscard]] bool isBlocked() const { return m_isBlocked; }
    [[nodiscard]] float pitch() const { return m_grid.pitchAt(m_box.low.z()); }

private:
    void findObstacle();

    EntityRef m_rack{EntityKind::Rack};
    Box m_origin;
    Box m_box;
    QVector3D m_grip;
    RackGrid m_grid;
    std::vector<std::pair<EntityRef, Box>> m_others;
    EntityRef m_blockedBy{EntityKind::Rack};
    bool m_isBlocked = false;
};

} // namespace lockstep
