// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "views3d/geometry/box.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallline.h"
#include "views3d/render/boxlayer.h"

#include <vtkNew.h>

#include <span>

class vtkRenderer;
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
    /// Lays the floor under @p hall; none if it is empty.
    void lay(const Box& hall);
    void setColour(Rgb colour);

private:
    vtkNew<vtkPolyData> m_lines;
    vtkNew<vtkActor> m_actor;
};

/// Draws lines with individual colours: coolant direction, routes of links. Thread and owner: HallScene's.
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
    /// Lays the floor under @p hall, unless it is there already.
    void layFloor(const Box& hall);
    /// @param hall box that determines the clipping planes
    void setCamera(const HallCamera& camera, const Box& hall);

private:
    vtkNew<vtkRenderer> m_renderer;
    BoxLayer m_boxes;
    BoxLayer m_fading;
    LineLayer m_lines;
    LineLayer m_ways;
    FloorLayer m_floor;
    Box m_floored; ///< box of the current floor
};

} // namespace lockstep
