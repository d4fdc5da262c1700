// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallcamera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr float pi = std::numbers::pi_v<float>;
const float tanHalf = std::tan(HallCamera::fieldOfView / 2);
constexpr float fitMargin = 1.12F;

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

/// How far the middle of what is seen of a box lies off the view's axis, at unit distance.
QVector3D offCentre(const HallCamera& camera, const Box& box)
{
    QVector2D low(1e9F, 1e9F);
    QVector2D high(-1e9F, -1e9F);
    for (const QVector3D corner : box.corners()) {
        const QVector3D from = corner - camera.eye();
        const float depth = std::max(-QVector3D::dotProduct(from, camera.backward()), HallCamera::closest);
        const float x = QVector3D::dotProduct(from, camera.right()) / depth;
        const float y = QVector3D::dotProduct(from, camera.up()) / depth;
        low = {std::min(low.x(), x), std::min(low.y(), y)};
        high = {std::max(high.x(), x), std::max(high.y(), y)};
    }
    const QVector2D middle = (low + high) / 2;
    return camera.right() * middle.x() + camera.up() * middle.y();
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
        elevation = 0.12F; // from eye level: a front, but open machines can be looked into
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

void HallCamera::fit(const Box& box, QSizeF viewport)
{
    target = box.centre();
    const float wide = tanHalf * aspectOf(viewport);
    // What is near looks larger, so the middle of the box is not the middle of its picture: centre the picture, then
    // see how far back that needs the eye. It settles at once.
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
        float needed = closest;
        for (const QVector3D corner : box.corners()) {
            const QVector3D from = corner - target;
            const float x = std::abs(QVector3D::dotProduct(from, right())) / wide;
            const float y = std::abs(QVector3D::dotProduct(from, up())) / tanHalf;
            needed = std::max(needed, std::max(x, y) * fitMargin + QVector3D::dotProduct(from, backward()));
        }
        distance = std::min(needed, farthest);
        if (round + 1 < rounds)
            target += offCentre(*this, box) * distance;
    }
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

bool HallCamera::mayBeInView(const Box& box, QSizeF viewport) const
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
    // Distances multiply: halfway between 1 m and 100 m is 10 m, or the last metres would fly by.
    camera.distance = from.distance * std::pow(to.distance / from.distance, eased);
    camera.azimuth = from.azimuth + std::remainder(to.azimuth - from.azimuth, 2 * pi) * eased;
    camera.elevation = from.elevation + (to.elevation - from.elevation) * eased;
    return camera;
}

} // namespace lockstep
