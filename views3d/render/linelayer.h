// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallline.h"

#include <vtkNew.h>

#include <span>

class vtkActor;
class vtkPolyData;

namespace lockstep {

/// Draws lines, each in its own colour: coolant direction, routes of links. Thread and owner: HallScene's.
class LineLayer
{
public:
    LineLayer();
    ~LineLayer();

    [[nodiscard]] vtkActor* actor() const { return m_actor; }
    void setLines(std::span<const HallLine> lines);
    void setWidth(float pixels);

private:
    vtkNew<vtkPolyData> m_lines;
    vtkNew<vtkActor> m_actor;
};

} // namespace lockstep
