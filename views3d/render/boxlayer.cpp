// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/boxlayer.h"

#include <vtkActor.h>
#include <vtkCubeSource.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace lockstep {

namespace {

constexpr auto vertexDeclaration = "//VTK::PositionVC::Dec\n"
                                   "out vec3 boxLocal;\n";
constexpr auto vertexCode = "//VTK::PositionVC::Impl\n"
                            "boxLocal = vertexMC.xyz;\n";
constexpr auto fragmentDeclaration = "//VTK::PositionVC::Dec\n"
                                     "in vec3 boxLocal;\n";

// Replaces VTK's lighting: a face towards the eye has exactly the scale's colour, others are slightly darker. Edges are
// detected from the position within the cube: on a face, one coordinate is at its end and the smaller distance of the
// other two counts, converted to pixels by derivatives. The fill pattern is in the colour's alpha (see Fill).
constexpr auto fragmentCode = R"(
  vec3 boxColour = ambientColor + diffuseColor;
  float luma = dot(boxColour, vec3(0.299, 0.587, 0.114));
  float boxFill = opacity;
  //HOLES
  if (boxFill < 0.9) {
    float diagonal = mod(gl_FragCoord.x + gl_FragCoord.y, hatchPitch);
    float counter = mod(gl_FragCoord.x - gl_FragCoord.y, hatchPitch);
    float line = boxFill < 0.5 ? min(diagonal, counter) : diagonal;
    if (line < hatchPitch * 0.2)
      boxColour = luma < 0.3 ? boxColour * 0.6 + vec3(0.28) : boxColour * 0.45;
  }
  boxColour *= 0.72 + 0.28 * clamp(normalVCVSOutput.z * 1.12, 0.0, 1.0);
  vec3 perPixel = max(fwidth(boxLocal), vec3(1e-5));
  vec3 inside = (vec3(0.5) - abs(boxLocal)) / perPixel;
  float edge = max(min(inside.x, inside.y), min(max(inside.x, inside.y), inside.z));
  vec3 across = 1.0 / perPixel;
  float smallest = min(across.x, min(across.y, across.z));
  float strength = 0.45 * smoothstep(4.0, 14.0, smallest);
  boxColour *= 1.0 - strength * (1.0 - smoothstep(0.6, 1.6, edge));
  gl_FragData[0] = vec4(boxColour, 1.0);
)";

// Discards pixels by an ordered 4 x 4 pattern (Bayer 1973). Fill and opacity share the alpha byte: three bands of 85
// steps (see withOpacity()).
constexpr auto holesCode = R"(
  float boxLevel = opacity * 255.0;
  float boxBand = boxLevel > 170.5 ? 2.0 : boxLevel > 85.5 ? 1.0 : 0.0;
  boxFill = (boxBand + 1.0) / 3.0;
  int boxCell = (int(gl_FragCoord.y) & 3) * 4 + (int(gl_FragCoord.x) & 3);
  const float boxPattern[16]
      = float[16](0.0, 8.0, 2.0, 10.0, 12.0, 4.0, 14.0, 6.0, 3.0, 11.0, 1.0, 9.0, 15.0, 7.0, 13.0, 5.0);
  if ((boxLevel - boxBand * 85.0) / 85.0 <= (boxPattern[boxCell] + 0.5) / 16.0)
    discard;
)";

std::string fragmentCodeFor(BoxLayer::Surface surface)
{
    std::string code = fragmentCode;
    const std::string_view mark = "//HOLES";
    code.replace(code.find(mark), mark.size(), surface == BoxLayer::Surface::Holed ? holesCode : "");
    return code;
}

} // namespace

BoxLayer::BoxLayer(Surface surface)
{
    m_sizes->SetName("size");
    m_sizes->SetNumberOfComponents(3);
    m_colours->SetName("colour");
    m_colours->SetNumberOfComponents(4);
    m_instances->SetPoints(m_centres);
    m_instances->GetPointData()->AddArray(m_sizes);
    m_instances->GetPointData()->AddArray(m_colours);

    const vtkNew<vtkCubeSource> cube;
    m_mapper->SetSourceConnection(cube->GetOutputPort());
    m_mapper->SetInputData(m_instances);
    m_mapper->OrientOff();
    m_mapper->ScalingOn();
    m_mapper->SetScaleModeToScaleByVectorComponents();
    m_mapper->SetScaleArray(m_sizes->GetName());
    m_mapper->SetScalarModeToUsePointFieldData();
    m_mapper->SelectColorArray(m_colours->GetName());
    m_mapper->SetColorModeToDirectScalars();
    m_actor->SetMapper(m_mapper);
    // The alpha byte contains the fill, not transparency.
    m_actor->ForceOpaqueOn();
    m_actor->GetProperty()->BackfaceCullingOn();
    m_actor->GetProperty()->SetAmbient(0);
    m_actor->GetProperty()->SetDiffuse(1);
    installShader(surface);
}

BoxLayer::~BoxLayer() = default;

void BoxLayer::installShader(Surface surface)
{
    vtkShaderProperty* shader = m_actor->GetShaderProperty();
    shader->AddVertexShaderReplacement("//VTK::PositionVC::Dec", true, vertexDeclaration, false);
    shader->AddVertexShaderReplacement("//VTK::PositionVC::Impl", true, vertexCode, false);
    shader->AddFragmentShaderReplacement("//VTK::PositionVC::Dec", true, fragmentDeclaration, false);
    shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, fragmentCodeFor(surface), false);
    setHatchPitch(7);
}

void BoxLayer::setHatchPitch(float pixels)
{
    m_actor->GetShaderProperty()->GetFragmentCustomUniforms()->SetUniformf("hatchPitch", pixels);
}

void BoxLayer::setBoxes(std::span<const DrawBox> boxes)
{
    const auto count = static_cast<vtkIdType>(boxes.size());
    m_centres->SetNumberOfPoints(count);
    m_sizes->SetNumberOfTuples(count);
    m_colours->SetNumberOfTuples(count);
    for (vtkIdType at = 0; at < count; ++at) {
        const Box& box = boxes[static_cast<std::size_t>(at)].box;
        const QVector3D centre = box.centre();
        const QVector3D size = box.size();
        m_centres->SetPoint(at, centre.x(), centre.y(), centre.z());
        m_sizes->SetTypedTuple(at, std::array{size.x(), size.y(), size.z()}.data());
    }
    m_colours->Fill(0);
    m_centres->Modified();
    m_sizes->Modified();
    m_instances->Modified();
}

void BoxLayer::setColours(std::span<const BoxColour> colours)
{
    const auto bytes = std::as_bytes(colours);
    const auto room = static_cast<std::size_t>(m_colours->GetNumberOfValues());
    std::memcpy(m_colours->GetPointer(0), bytes.data(), std::min(bytes.size(), room));
    m_colours->Modified();
    m_instances->Modified();
}

std::vector<BoxColour> withOpacity(std::span<const DrawBox> boxes, std::span<const BoxColour> colours)
{
    std::vector<BoxColour> faded(colours.begin(), colours.end());
    for (std::size_t at = 0; at < std::min(boxes.size(), faded.size()); ++at) {
        const int band = static_cast<int>(faded[at].fill) / 85 - 1; // see Fill
        const long step = std::lround(std::clamp(boxes[at].opacity, 0.0F, 1.0F) * 84);
        faded[at].fill = static_cast<Fill>(band * 85 + 1 + step);
    }
    return faded;
}

} // namespace lockstep
