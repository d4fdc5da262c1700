// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/render/boxlayer.h"
#include "views3d/render/floorlayer.h"
#include "views3d/render/linelayer.h"

#include <vtkNew.h>

class vtkRenderer;

namespace lockstep {

/// The VTK scene of the hall: floor and boxes on a plain background, seen by our camera. Has no state of its own;
/// frames provide it. Thread and owner: SceneRenderer's.
class HallScene
{
public:
    HallScene();
    ~HallScene();

    [[nodiscard]] vtkRenderer* renderer() const { return m_renderer; }
    void setBoxes(const DrawList& list);
    void setColours(const DrawList& list, std::span<const BoxColour> colours, std::span<const BoxColour> fading);
    void setLines(std::span<const HallLine> thin, std::span<const HallLine> bold);
    void setTones(const HallTones& tones);
    void setPixelRatio(double ratio);
    /// Lays the floor under @p hall, unless it lies there.
    void layFloor(const Box& hall);
    /// @param hall everything that must lie between the clipping planes
    void setCamera(const HallCamera& camera, const Box& hall);

private:
    vtkNew<vtkRenderer> m_renderer;
    BoxLayer m_boxes;
    BoxLayer m_fading;
    LineLayer m_lines;
    LineLayer m_ways;
    FloorLayer m_floor;
    Box m_floored; ///< what the floor lies under
};

} // namespace lockstep
