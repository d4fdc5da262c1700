// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/hallscene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <numbers>

namespace lockstep {

namespace {

constexpr float floorReach = 8; // metres of floor around the racks

std::array<double, 3> channels(Rgb colour)
{
    return {((colour >> 16) & 0xFFU) / 255.0, ((colour >> 8) & 0xFFU) / 255.0, (colour & 0xFFU) / 255.0};
}

} // namespace

HallScene::HallScene() : m_boxes(BoxLayer::Surface::Solid), m_fading(BoxLayer::Surface::Holed)
{
    m_renderer->AddActor(m_floor.actor());
    m_renderer->AddActor(m_boxes.actor());
    m_renderer->AddActor(m_fading.actor());
    m_renderer->AddActor(m_lines.actor());
    m_renderer->AddActor(m_ways.actor());
    // Anything less lets what lies behind the widget shine through.
    m_renderer->SetBackgroundAlpha(1.0);
}

HallScene::~HallScene() = default;

void HallScene::setBoxes(const DrawList& list)
{
    m_boxes.setBoxes(list.boxes());
    m_fading.setBoxes(list.fading());
    m_fading.actor()->SetVisibility(list.fading().empty() ? 0 : 1);
}

void HallScene::setColours(const DrawList& list, std::span<const BoxColour> colours, std::span<const BoxColour> fading)
{
    m_boxes.setColours(colours);
    if (!fading.empty())
        m_fading.setColours(withOpacity(list.fading(), fading));
}

void HallScene::setLines(std::span<const HallLine> thin, std::span<const HallLine> bold)
{
    m_lines.setLines(thin);
    m_ways.setLines(bold);
}

void HallScene::setPixelRatio(double ratio)
{
    m_lines.setWidth(static_cast<float>(ratio));
    m_ways.setWidth(static_cast<float>(2 * ratio));
    constexpr double hatchPitch = 7; // pixels at 100 %
    m_boxes.setHatchPitch(static_cast<float>(hatchPitch * ratio));
    m_fading.setHatchPitch(static_cast<float>(hatchPitch * ratio));
}

void HallScene::layFloor(const Box& hall)
{
    if (hall == m_floored)
        return;
    m_floored = hall;
    m_floor.lay(hall);
}

void HallScene::setTones(const HallTones& tones)
{
    m_renderer->SetBackground(channels(tones.background).data());
    m_floor.setColour(tones.grid);
}

void HallScene::setCamera(const HallCamera& camera, const Box& hall)
{
    vtkCamera* eye = m_renderer->GetActiveCamera();
    const QVector3D at = camera.eye();
    const QVector3D up = camera.up();
    eye->SetPosition(at.x(), at.y(), at.z());
    eye->SetFocalPoint(camera.target.x(), camera.target.y(), camera.target.z());
    eye->SetViewUp(up.x(), up.y(), up.z());
    eye->SetViewAngle(HallCamera::fieldOfView * 180 / std::numbers::pi);

    float nearest = 1e9F;
    float farthest = 0;
    for (const QVector3D corner : hall.grown(floorReach).corners()) {
        const float depth = QVector3D::dotProduct(at - corner, camera.backward());
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
    }
    // The depth buffer has 24 bits: a near plane of a thousandth of the far one keeps millimetres apart up close.
    nearest = std::max({nearest, camera.distance * 0.05F, 0.02F});
    eye->SetClippingRange(nearest, std::max(farthest * 1.01F, nearest + 1));
}

} // namespace lockstep
