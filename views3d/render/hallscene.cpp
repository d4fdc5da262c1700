// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/hallscene.h"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr float tile = 0.6F;
constexpr float floorMargin = 4 * tile;
constexpr float largestFineHall = 40; // metres; in larger halls tiles would blur into grey

constexpr float maxLines = 1000; // in each direction

constexpr float floorReach = 8; // metres of floor around the racks

std::array<double, 3> channels(Rgb colour)
{
    return {((colour >> 16) & 0xFFU) / 255.0, ((colour >> 8) & 0xFFU) / 255.0, (colour & 0xFFU) / 255.0};
}

} // namespace

FloorLayer::FloorLayer()
{
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(m_lines);
    m_actor->SetMapper(mapper);
    m_actor->GetProperty()->LightingOff();
}

FloorLayer::~FloorLayer() = default;

void FloorLayer::lay(const Box& hall)
{
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> lines;
    const QVector3D size = hall.size();
    if (size.x() > 0) {
        const float longest = std::max(size.x(), size.z());
        const float step = std::max(longest > largestFineHall ? 10 * tile : tile, longest / maxLines);
        const auto down = [step](float value) {
            return std::floor((value - floorMargin) / step) * step;
        };
        const auto up = [step](float value) {
            return std::ceil((value + floorMargin) / step) * step;
        };
        const float left = down(hall.low.x());
        const float right = up(hall.high.x());
        const float back = down(hall.low.z());
        const float front = up(hall.high.z());
        const auto line = [&](float x1, float z1, float x2, float z2) {
            lines->InsertNextCell({points->InsertNextPoint(x1, 0, z1), points->InsertNextPoint(x2, 0, z2)});
        };
        const auto across = static_cast<int>(std::lround((right - left) / step));
        for (int at = 0; at <= across; ++at)
            line(left + static_cast<float>(at) * step, back, left + static_cast<float>(at) * step, front);
        const auto deep = static_cast<int>(std::lround((front - back) / step));
        for (int at = 0; at <= deep; ++at)
            line(left, back + static_cast<float>(at) * step, right, back + static_cast<float>(at) * step);
    }
    m_lines->SetPoints(points);
    m_lines->SetLines(lines);
}

void FloorLayer::setColour(Rgb colour)
{
    m_actor->GetProperty()->SetColor(((colour >> 16) & 0xFFU) / 255.0, ((colour >> 8) & 0xFFU) / 255.0,
                                     (colour & 0xFFU) / 255.0);
}

LineLayer::LineLayer()
{
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(m_lines);
    mapper->SetScalarModeToUseCellData();
    mapper->SetColorModeToDirectScalars();
    m_actor->SetMapper(mapper);
    m_actor->GetProperty()->LightingOff();
    m_actor->SetVisibility(0);
}

LineLayer::~LineLayer() = default;

void LineLayer::setLines(std::span<const HallLine> lines)
{
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> cells;
    const vtkNew<vtkUnsignedCharArray> colours;
    colours->SetNumberOfComponents(3);
    for (const HallLine& line : lines) {
        cells->InsertNextCell({points->InsertNextPoint(line.from.x(), line.from.y(), line.from.z()),
                               points->InsertNextPoint(line.to.x(), line.to.y(), line.to.z())});
        colours->InsertNextTuple3((line.colour >> 16) & 0xFFU, (line.colour >> 8) & 0xFFU, line.colour & 0xFFU);
    }
    m_lines->SetPoints(points);
    m_lines->SetLines(cells);
    m_lines->GetCellData()->SetScalars(colours);
    m_actor->SetVisibility(lines.empty() ? 0 : 1);
}

void LineLayer::setWidth(float pixels)
{
    m_actor->GetProperty()->SetLineWidth(pixels);
}

HallScene::HallScene() : m_boxes(BoxLayer::Surface::Solid), m_fading(BoxLayer::Surface::Holed)
{
    m_renderer->AddActor(m_floor.actor());
    m_renderer->AddActor(m_boxes.actor());
    m_renderer->AddActor(m_fading.actor());
    m_renderer->AddActor(m_lines.actor());
    m_renderer->AddActor(m_ways.actor());
    // Otherwise the content behind the widget shows through.
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
    // With a 24-bit depth buffer, a near plane at a thousandth of the far one resolves millimetres close up.
    nearest = std::max({nearest, camera.distance * 0.05F, 0.02F});
    eye->SetClippingRange(nearest, std::max(farthest * 1.01F, nearest + 1));
}

} // namespace lockstep
