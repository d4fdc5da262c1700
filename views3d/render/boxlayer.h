// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/drawlist.h"
#include "views3d/values/hallcolours.h"

#include <vtkNew.h>

#include <cstdint>
#include <span>
#include <vector>

class vtkActor;
class vtkFloatArray;
class vtkGlyph3DMapper;
class vtkPoints;
class vtkPolyData;
class vtkUnsignedCharArray;

namespace lockstep {

/// Draws many boxes as instances of one cube, each with colour and fill, in one draw call. Uses a short shader for
/// shading, edges and hatching, because VTK's general lighting costs twice as much in software. GUI thread; owned by
/// HallScene.
class BoxLayer
{
public:
    /// Holed surfaces discard a fraction of their pixels to simulate transparency: needs no sorting, but disables the
    /// early depth test, so only fading boxes use it.
    enum class Surface : std::uint8_t { Solid, Holed };

    explicit BoxLayer(Surface surface);
    ~BoxLayer();

    [[nodiscard]] vtkActor* actor() const { return m_actor; }
    void setBoxes(std::span<const DrawBox> boxes);
    /// One colour per box, in the order of the boxes.
    void setColours(std::span<const BoxColour> colours);
    /// Distance of hatch lines in device pixels.
    void setHatchPitch(float pixels);

private:
    void installShader(Surface surface);

    vtkNew<vtkPoints> m_centres;
    vtkNew<vtkFloatArray> m_sizes;
    vtkNew<vtkUnsignedCharArray> m_colours;
    vtkNew<vtkPolyData> m_instances;
    vtkNew<vtkGlyph3DMapper> m_mapper;
    vtkNew<vtkActor> m_actor;
};

/// Colours for a holed layer: the alpha byte then carries fill and opacity.
[[nodiscard]] std::vector<BoxColour> withOpacity(std::span<const DrawBox> boxes, std::span<const BoxColour> colours);

} // namespace lockstep
