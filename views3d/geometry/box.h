// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector3D>

#include <array>
#include <optional>

namespace lockstep {

/// A ray. Distances along it are multiples of direction, which need not be a unit vector.
struct Ray
{
    QVector3D origin;
    QVector3D direction;

    [[nodiscard]] QVector3D at(float distance) const { return origin + direction * distance; }
};

/// An axis-aligned box in the hall: metres, x along the rows, y up, z across the rows (towards a rack's front).
struct Box
{
    QVector3D low;
    QVector3D high;

    [[nodiscard]] QVector3D centre() const { return (low + high) / 2; }
    [[nodiscard]] QVector3D size() const { return high - low; }
    [[nodiscard]] bool overlaps(const Box& other) const; ///< touching does not count
    /// Corner 0 to 7: bit 0 selects high x, bit 1 high y, bit 2 high z.
    [[nodiscard]] std::array<QVector3D, 8> corners() const;
    [[nodiscard]] Box united(const Box& other) const;
    [[nodiscard]] Box grown(float margin) const;
    /// The part of this box between two corners, given as fractions (0 to 1) of each axis.
    [[nodiscard]] Box part(QVector3D from, QVector3D to) const;
    friend bool operator==(const Box&, const Box&) = default;
};

/// The box rotated by 180 degrees about the vertical line through @p pivot.
[[nodiscard]] Box turnedAbout(QVector3D pivot, const Box& box);

/// Distance at which @p ray enters @p box (0 if it starts inside); nullopt if the ray misses the box or starts beyond
/// it. Uses the slab method.
[[nodiscard]] std::optional<float> entryDistance(const Ray& ray, const Box& box);

} // namespace lockstep
