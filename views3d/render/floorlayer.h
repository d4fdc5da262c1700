// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "views3d/geometry/box.h"

#include <vtkNew.h>

class vtkActor;
class vtkPolyData;

namespace lockstep {

/// The raised floor: a grid of 600 mm tiles under and around the racks, in steps of ten tiles for large halls. GUI
/// thread; owned by HallScene.
class FloorLayer
{
public:
    FloorLayer();
    ~FloorLayer();

    [[nodiscard]] vtkActor* actor() const { return m_actor; }
    /// Lays the floor under @p hall. An empty hall has none.
    void lay(const Box& hall);
    void setColour(Rgb colour);

private:
    vtkNew<vtkPolyData> m_lines;
    vtkNew<vtkActor> m_actor;
};

} // namespace lockstep
