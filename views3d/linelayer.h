// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/palette.h"

#include <QVector3D>
#include <vtkNew.h>

#include <span>
#include <vector>

class vtkActor;
class vtkPolyData;

namespace lockstep {

/// A line in the hall, hidden by what stands before it.
struct HallLine
{
    QVector3D from;
    QVector3D to;
    Rgb colour = 0;
    friend bool operator==(const HallLine&, const HallLine&) = default;
};

/// Draws lines, each in its own colour: which way coolant flows, the way of a link. Thread and owner: HallScene's.
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
