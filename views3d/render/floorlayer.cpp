// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/floorlayer.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float tile = 0.6F;
constexpr float floorMargin = 4 * tile;
constexpr float largestFineHall = 40; // metres; beyond, single tiles would be a grey haze

constexpr float maxLines = 1000; // either way

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

} // namespace lockstep
