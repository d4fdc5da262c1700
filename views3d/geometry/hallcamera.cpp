// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/hallcamera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr float pi = std::numbers::pi_v<float>;
const float tanHalf = std::tan(HallCamera::fieldOfView / 2);

float aspectOf(QSizeF viewport)
{
    return static_cast<float>(std::max(viewport.width(), 1.0) / std::max(viewport.height(), 1.0));
}

/// Pixel to the view plane at unit distance: x right, y up.
QVector2D onUnitPlane(QPointF pixel, QSizeF viewport)
{
    const auto x = static_cast<float>(2 * pixel.x() / std::max(viewport.width(), 1.0) - 1);
    const auto y = static_cast<float>(1 - 2 * pixel.y() / std::max(viewport.height(), 1.0));
    return {x * tanHalf * aspectOf(viewport), y * tanHalf};
}

/// How far a line can move along an axis while it stays in view.
struct Slack
{
    float min = -1e9F; ///< bound at the far side of the view
    float max = 1e9F;

    void take(float place, float depth, float from, float to)
    {
        min = std::max(min, place + depth * to);
        max = std::min(max, place + depth * from);
    }
    /// Distance of the eye that keeps both sides in view.
    [[nodiscard]] float needs(float from, float to) const { return (min - max) / (to - from); }
    [[nodiscard]] float middle(float back, float from, float to) const
    {
        return (min - to * back + max - from * back) / 2;
    }
};

QRectF seenOf(const HallCamera& camera, std::span<const Box> boxes, QSizeF viewport)
{
    QPointF low(1e9, 1e9);
    QPointF high(-1e9, -1e9);
    for (const Box& box : boxes) {
        for (const QVector3D corner : box.corners()) {
            const auto pixel = camera.project(corner, viewport);
            low = pixel ? QPointF(std::min(low.x(), pixel->x()), std::min(low.y(), pixel->y())) : low;
            high = pixel ? QPointF(std::max(high.x(), pixel->x()), std::max(high.y(), pixel->y())) : high;
        }
    }
    return {low, high};
}

/// The viewport with margins: room for names at the top, less at the sides and in a small view.
QRectF roomIn(QSizeF viewport)
{
    const double side = std::min(12.0, 0.03 * std::min(viewport.width(), viewport.height()));
    const double top = std::min(22.0, 0.05 * viewport.height());
    return QRectF(QPointF(0, 0), viewport).adjusted(side, top, -side, -side);
}

} // namespace

QVector3D HallCamera::backward() const
{
    return {std::sin(azimuth) * std::cos(elevation), std::sin(elevation), std::cos(azimuth) * std::cos(elevation)};
}

QVector3D HallCamera::right() const
{
    return {std::cos(azimuth), 0, -std::sin(azimuth)};
}

QVector3D HallCamera::up() const
{
    return QVector3D::crossProduct(backward(), right());
}

void HallCamera::orbit(float azimuthBy, float elevationBy)
{
    azimuth = std::remainder(azimuth + azimuthBy, 2 * pi);
    elevation = std::clamp(elevation + elevationBy, -0.1F, pi / 2);
}

void HallCamera::pan(QPointF pixels, QSizeF viewport)
{
    const float metresPerPixel = 2 * tanHalf * distance / static_cast<float>(std::max(viewport.height(), 1.0));
    target -= right() * static_cast<float>(pixels.x()) * metresPerPixel;
    target += up() * static_cast<float>(pixels.y()) * metresPerPixel;
}

void HallCamera::zoom(float factor, QPointF cursor, QSizeF viewport)
{
    const float next = std::clamp(distance * factor, closest, farthest);
    const QVector2D at = onUnitPlane(cursor, viewport);
    target += (right() * at.x() + up() * at.y()) * (distance - next);
    distance = next;
}

void HallCamera::adoptDepthOf(QVector3D point)
{
    const QVector3D from = eye();
    const float depth = QVector3D::dotProduct(from - point, backward());
    if (depth < closest)
        return;
    distance = depth;
    target = from - backward() * depth;
}

void HallCamera::turnTo(CameraPreset preset)
{
    switch (preset) {
    case CameraPreset::Iso:
        azimuth = 0.55F;
        elevation = 0.5F;
        break;
    case CameraPreset::Front:
        azimuth = 0;
        elevation = 0.12F; // slightly above eye level: shows the front, and inside open nodes
        break;
    case CameraPreset::Top:
        azimuth = 0;
        elevation = pi / 2;
        break;
    case CameraPreset::Back:
        azimuth = pi;
        elevation = 0.25F;
        break;
    }
}

void HallCamera::fit(std::span<const Box> boxes, QSizeF viewport, QRectF keepClear)
{
    const QRectF room = roomIn(viewport);
    fitInto(room, boxes, viewport);
    const auto standsBehind = [&](const Box& box) {
        return seenOf(*this, std::span(&box, 1), viewport).intersects(keepClear);
    };
    if (keepClear.isEmpty() || std::ranges::none_of(boxes, standsBehind))
        return;
    QRectF above = room;
    above.setBottom(std::min(room.bottom(), keepClear.top()));
    QRectF beside = room;
    beside.setRight(std::min(room.right(), keepClear.left()));
    HallCamera other = *this;
    fitInto(above, boxes, viewport);
    other.fitInto(beside, boxes, viewport);
    if (other.distance < distance)
        *this = other;
}

/// In eye coordinates each side's constraint is linear in the eye's position, so no search is needed.
void HallCamera::fitInto(QRectF part, std::span<const Box> boxes, QSizeF viewport)
{
    if (boxes.empty() || part.width() < 1 || part.height() < 1)
        return;
    const QVector2D low = onUnitPlane(part.bottomLeft(), viewport);
    const QVector2D high = onUnitPlane(part.topRight(), viewport);
    Slack across;
    Slack upwards;
    float nearest = -1e9F;
    float farthestBack = 1e9F;
    for (const Box& box : boxes) {
        for (const QVector3D corner : box.corners()) {
            const float depth = QVector3D::dotProduct(corner, backward());
            across.take(QVector3D::dotProduct(corner, right()), depth, low.x(), high.x());
            upwards.take(QVector3D::dotProduct(corner, up()), depth, low.y(), high.y());
            nearest = std::max(nearest, depth);
            farthestBack = std::min(farthestBack, depth);
        }
    }
    const float back = std::max({across.needs(low.x(), high.x()), upwards.needs(low.y(), high.y()), nearest + closest});
    const float middle = (nearest + farthestBack) / 2;
    distance = std::clamp(back - middle, closest, farthest);
    const QVector3D eyeAt = right() * across.middle(back, low.x(), high.x())
        + up() * upwards.middle(back, low.y(), high.y()) + backward() * back;
    target = eyeAt - backward() * distance;
}

void HallCamera::fitIso(std::span<const Box> boxes, QSizeF viewport, QRectF keepClear)
{
    turnTo(CameraPreset::Iso);
    HallCamera best = *this;
    double bestArea = 0;
    for (const float steep : {0.4F, 0.5F, 0.6F, 0.7F}) {
        elevation = steep;
        fit(boxes, viewport, keepClear);
        const QRectF seen = seenOf(*this, boxes, viewport);
        if (const double area = seen.width() * seen.height(); area > bestArea) {
            bestArea = area;
            best = *this;
        }
    }
    *this = best;
}

std::optional<QPointF> HallCamera::project(QVector3D point, QSizeF viewport) const
{
    const QVector3D from = point - eye();
    const float depth = -QVector3D::dotProduct(from, backward());
    if (depth <= 0.001F)
        return std::nullopt;
    const float x = QVector3D::dotProduct(from, right()) / (depth * tanHalf * aspectOf(viewport));
    const float y = QVector3D::dotProduct(from, up()) / (depth * tanHalf);
    return QPointF((static_cast<double>(x) + 1) / 2 * viewport.width(),
                   (1 - static_cast<double>(y)) / 2 * viewport.height());
}

Ray HallCamera::ray(QPointF pixel, QSizeF viewport) const
{
    const QVector2D at = onUnitPlane(pixel, viewport);
    return {eye(), (right() * at.x() + up() * at.y() - backward()).normalized()};
}

float HallCamera::pixelsPerMetre(QVector3D at, QSizeF viewport) const
{
    const float depth = QVector3D::dotProduct(eye() - at, backward());
    return depth <= 0 ? 0 : static_cast<float>(viewport.height()) / (2 * tanHalf * depth);
}

bool HallCamera::mayBeVisible(const Box& box, QSizeF viewport) const
{
    // Inward normals of the four sides of the view, all through the eye.
    const QVector3D forward = -backward();
    const float wide = tanHalf * aspectOf(viewport);
    const std::array<QVector3D, 4> inward
        = {right() + forward * wide, forward * wide - right(), up() + forward * tanHalf, forward * tanHalf - up()};
    const QVector3D from = eye();
    const auto corners = box.corners();
    return std::ranges::none_of(inward, [&](QVector3D normal) {
        return std::ranges::all_of(corners,
                                   [&](QVector3D corner) { return QVector3D::dotProduct(corner - from, normal) < 0; });
    });
}

HallCamera between(const HallCamera& from, const HallCamera& to, float progress)
{
    const float t = std::clamp(progress, 0.0F, 1.0F);
    if (t >= 1)
        return to;
    const float eased = t * t * (3 - 2 * t);
    HallCamera camera;
    camera.target = from.target + (to.target - from.target) * eased;
    // Interpolate distances geometrically: halfway between 1 m and 100 m is 10 m.
    camera.distance = from.distance * std::pow(to.distance / from.distance, eased);
    camera.azimuth = from.azimuth + std::remainder(to.azimuth - from.azimuth, 2 * pi) * eased;
    camera.elevation = from.elevation + (to.elevation - from.elevation) * eased;
    return camera;
}

} // namespace lockstep
