// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/linelayer.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkUnsignedCharArray.h>

namespace lockstep {

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

} // namespace lockstep
