// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/boxlayer.h"
#include "views3d/floorlayer.h"
#include "views3d/hallcamera.h"

#include <vtkNew.h>

class vtkRenderer;

namespace lockstep {

/// What VTK draws of the hall: floor and boxes before a quiet background, seen by our camera. Holds no knowledge of
/// its own; told by frames what there is. Thread and owner: SceneRenderer's.
class HallScene
{
public:
    HallScene();
    ~HallScene();

    [[nodiscard]] vtkRenderer* renderer() const { return m_renderer; }
    void setBoxes(const DrawList& list);
    void setColours(std::span<const BoxColour> colours);
    void setTones(const HallTones& tones);
    void setPixelRatio(double ratio);
    /// Lays the floor under @p hall, unless it lies there.
    void layFloor(const Box& hall);
    /// @param hall everything that must lie between the clipping planes
    void setCamera(const HallCamera& camera, const Box& hall);

private:
    vtkNew<vtkRenderer> m_renderer;
    BoxLayer m_boxes;
    FloorLayer m_floor;
    Box m_floored; ///< what the floor lies under
};

} // namespace lockstep
