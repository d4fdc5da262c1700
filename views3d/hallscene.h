// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/boxlayer.h"
#include "views3d/floorlayer.h"
#include "views3d/hallcamera.h"

#include <vtkNew.h>

class vtkRenderer;

namespace lockstep {

/// What VTK draws of the hall: floor and boxes before a quiet background, seen by our camera. Holds no knowledge of
/// its own; told by HallStage what there is. GUI thread; owned by HallView.
class HallScene
{
public:
    HallScene();
    ~HallScene();

    [[nodiscard]] vtkRenderer* renderer() const { return m_renderer; }
    [[nodiscard]] BoxLayer& boxes() { return m_boxes; }
    [[nodiscard]] FloorLayer& floor() { return m_floor; }
    void setTones(const HallTones& tones);
    /// @param hall everything that must lie between the clipping planes
    void setCamera(const HallCamera& camera, const Box& hall);

private:
    vtkNew<vtkRenderer> m_renderer;
    BoxLayer m_boxes;
    FloorLayer m_floor;
};

} // namespace lockstep
