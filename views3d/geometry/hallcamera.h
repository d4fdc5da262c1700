// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/box.h"

#include <QMatrix4x4>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <span>

namespace lockstep {

enum class CameraPreset { Iso, Front, Top, Back };

/// Camera that orbits a target and stays upright. A plain value without VTK, so that projection, picking and labels
/// agree with the drawing. Metres, radians, pixels (y down).
struct HallCamera
{
    static constexpr float fieldOfView = 0.5236F; ///< vertical, 30 degrees: small, to limit distortion at the edges
    static constexpr float closest = 0.15F; ///< metres from eye to target
    static constexpr float farthest = 2000;

    QVector3D target;
    float distance = 5;
    float azimuth = 0; ///< 0: racks' fronts; positive: from the right
    float elevation = 0; ///< 0 is level, pi/2 straight down

    [[nodiscard]] QVector3D backward() const; ///< unit, from the target to the eye
    [[nodiscard]] QVector3D right() const;
    [[nodiscard]] QVector3D up() const;
    [[nodiscard]] QVector3D eye() const { return target + backward() * distance; }

    void orbit(float azimuthBy, float elevationBy);
    /// Moves the scene by that many pixels, exact at the target's depth.
    void pan(QPointF pixels, QSizeF viewport);
    /// Scales the distance by @p factor (<1: closer). Keeps the point under @p cursor in place, at the depth of the
    /// target.
    void zoom(float factor, QPointF cursor, QSizeF viewport);
    /// Moves the target to the depth of @p point without moving the camera, so that pan and zoom act on that point.
    void adoptDepthOf(QVector3D point);
    void turnTo(CameraPreset preset);
    /// Moves so that @p boxes fill the view with a margin. Keeps the direction.
    /// @param keepClear area that the legend or other overlays cover; boxes that would be behind it are placed in the
    /// larger area beside or above it
    void fit(std::span<const Box> boxes, QSizeF viewport, QRectF keepClear = {});
    void fit(const Box& box, QSizeF viewport) { fit(std::span(&box, 1), viewport); }
    /// The same from the azimuth of CameraPreset::Iso, at the elevation that leaves the smallest part of the view
    /// empty.
    void fitIso(std::span<const Box> boxes, QSizeF viewport, QRectF keepClear = {});

    /// Pixel of a point; nullopt behind the eye.
    [[nodiscard]] std::optional<QPointF> project(QVector3D point, QSizeF viewport) const;
    [[nodiscard]] Ray ray(QPointF pixel, QSizeF viewport) const;
    [[nodiscard]] float pixelsPerMetre(QVector3D at, QSizeF viewport) const; ///< 0 behind the eye
    /// False only if the entire box is outside one side of the view.
    [[nodiscard]] bool mayBeVisible(const Box& box, QSizeF viewport) const;
    friend bool operator==(const HallCamera&, const HallCamera&) = default;

private:
    void fitInto(QRectF part, std::span<const Box> boxes, QSizeF viewport);
};

/// The camera during a flight; @p progress 0 to 1, eased at both ends. Turns the shorter way.
[[nodiscard]] HallCamera between(const HallCamera& from, const HallCamera& to, float progress);

} // namespace lockstep
