// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/scenerenderer.h"

#include "models/view/colour/palette.h"
#include "models/view/translation.h"
#include "views3d/geometry/box.h"
#include "views3d/geometry/drawlist.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/values/hallcolours.h"

#include <QOpenGLFunctions>
#include <QThread>
#include <vtkActor.h>
#include <vtkAutoInit.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCubeSource.h>
#include <vtkFloatArray.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkGlyph3DMapper.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Here instead of in CMake, which would put a file of the build folder on every command line.
VTK_MODULE_INIT(vtkRenderingOpenGL2)

namespace lockstep {

/// Draws many boxes, each with colour and fill, as instances of one cube in one draw call. A short shader does shading,
/// edges and hatching, because VTK's general lighting costs twice as much in software. GUI thread; owned by HallScene.
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

namespace {

constexpr auto vertexDeclaration = "//VTK::PositionVC::Dec\n"
                                   "out vec3 boxLocal;\n";
constexpr auto vertexCode = "//VTK::PositionVC::Impl\n"
                            "boxLocal = vertexMC.xyz;\n";
constexpr auto fragmentDeclaration = "//VTK::PositionVC::Dec\n"
                                     "in vec3 boxLocal;\n";

// Replaces VTK's lighting. A face towards the camera has exactly the scale's colour; others are slightly darker. Edges
// are detected from the position within the cube: on a face, one coordinate is at its end, and the smaller edge
// distance of the other two counts, converted to pixels by derivatives. The fill pattern is in the colour's alpha (see
// Fill).
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

/// Colours for a holed layer: the alpha byte then carries fill and opacity.
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

constexpr float tile = 0.6F;
constexpr float floorMargin = 4 * tile;
constexpr float largestFineHall = 40; // metres; in larger halls tiles would blur into grey

constexpr float maxLines = 1000; // in each direction

constexpr float floorReach = 8; // metres of floor around the racks

std::array<double, 3> channels(Rgb colour)
{
    return {((colour >> 16) & 0xFFU) / 255.0, ((colour >> 8) & 0xFFU) / 255.0, (colour & 0xFFU) / 255.0};
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

/// The raised floor: a grid under and around the racks. A cell is one tile (600 mm) wide or, in large halls, at
/// least ten tiles. GUI thread; owned by HallScene.
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

/// The VTK scene of the hall: floor and boxes on a plain background, seen by HallCamera. Stateless; frames provide all
/// data. Thread and owner: SceneRenderer's.
class HallScene
{
public:
    HallScene();
    ~HallScene();

    [[nodiscard]] vtkRenderer* renderer() const { return m_renderer; }
    void setBoxes(const DrawList& list);
    void setColours(const DrawList& list, std::span<const BoxColour> colours, std::span<const BoxColour> fading);
    void setLines(std::span<const HallLine> thin, std::span<const HallLine> bold);
    void setTones(const NeutralColours& tones);
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

FloorLayer::FloorLayer()
{
    const vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(m_lines);
    m_actor->SetMapper(mapper);
    m_actor->GetProperty()->LightingOff();
}

FloorLayer::~FloorLayer() = default;

void FloorLayer::lay(const Box& hall)
{
    const vtkNew<vtkPoints> points;
    const vtkNew<vtkCellArray> lines;
    const QVector3D size = hall.size();
    if (size.x() > 0) {
        const float longest = std::max(size.x(), size.z());
        const float step = std::max(longest > largestFineHall ? 10 * tile : tile, longest / maxLines);
        const auto down = [step](float value) {
            return std::floor((value - floorMargin) / step) * step;
        };
        const auto up = [step](float value) {
            return std::ceil((value + floorMargin) / step) * step;
        };
        const float left = down(hall.low.x());
        const float right = up(hall.high.x());
        const float back = down(hall.low.z());
        const float front = up(hall.high.z());
        const auto line = [&](float x1, float z1, float x2, float z2) {
            lines->InsertNextCell({points->InsertNextPoint(x1, 0, z1), points->InsertNextPoint(x2, 0, z2)});
        };
        const auto across = static_cast<int>(std::lround((right - left) / step));
        for (int at = 0; at <= across; ++at)
            line(left + static_cast<float>(at) * step, back, left + static_cast<float>(at) * step, front);
        const auto deep = static_cast<int>(std::lround((front - back) / step));
        for (int at = 0; at <= deep; ++at)
            line(left, back + static_cast<float>(at) * step, right, back + static_cast<float>(at) * step);
    }
    m_lines->SetPoints(points);
    m_lines->SetLines(lines);
}

void FloorLayer::setColour(Rgb colour)
{
    m_actor->GetProperty()->SetColor(((colour >> 16) & 0xFFU) / 255.0, ((colour >> 8) & 0xFFU) / 255.0,
                                     (colour & 0xFFU) / 255.0);
}

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

HallScene::HallScene() : m_boxes(BoxLayer::Surface::Solid), m_fading(BoxLayer::Surface::Holed)
{
    m_renderer->AddActor(m_floor.actor());
    m_renderer->AddActor(m_boxes.actor());
    m_renderer->AddActor(m_fading.actor());
    m_renderer->AddActor(m_lines.actor());
    m_renderer->AddActor(m_ways.actor());
    // Otherwise the content behind the widget shows through.
    m_renderer->SetBackgroundAlpha(1.0);
}

HallScene::~HallScene() = default;

void HallScene::setBoxes(const DrawList& list)
{
    m_boxes.setBoxes(list.boxes());
    m_fading.setBoxes(list.fading());
    m_fading.actor()->SetVisibility(list.fading().empty() ? 0 : 1);
}

void HallScene::setColours(const DrawList& list, std::span<const BoxColour> colours, std::span<const BoxColour> fading)
{
    m_boxes.setColours(colours);
    if (!fading.empty())
        m_fading.setColours(withOpacity(list.fading(), fading));
}

void HallScene::setLines(std::span<const HallLine> thin, std::span<const HallLine> bold)
{
    m_lines.setLines(thin);
    m_ways.setLines(bold);
}

void HallScene::setPixelRatio(double ratio)
{
    m_lines.setWidth(static_cast<float>(ratio));
    m_ways.setWidth(static_cast<float>(2 * ratio));
    constexpr double hatchPitch = 7; // pixels at 100 %
    m_boxes.setHatchPitch(static_cast<float>(hatchPitch * ratio));
    m_fading.setHatchPitch(static_cast<float>(hatchPitch * ratio));
}

void HallScene::layFloor(const Box& hall)
{
    if (hall == m_floored)
        return;
    m_floored = hall;
    m_floor.lay(hall);
}

void HallScene::setTones(const NeutralColours& tones)
{
    m_renderer->SetBackground(channels(tones.background).data());
    m_floor.setColour(tones.grid);
}

void HallScene::setCamera(const HallCamera& camera, const Box& hall)
{
    vtkCamera* eye = m_renderer->GetActiveCamera();
    const QVector3D at = camera.eye();
    const QVector3D up = camera.up();
    eye->SetPosition(at.x(), at.y(), at.z());
    eye->SetFocalPoint(camera.target.x(), camera.target.y(), camera.target.z());
    eye->SetViewUp(up.x(), up.y(), up.z());
    eye->SetViewAngle(HallCamera::fieldOfView * 180 / std::numbers::pi);

    float nearest = 1e9F;
    float farthest = 0;
    for (const QVector3D corner : hall.grown(floorReach).corners()) {
        const float depth = QVector3D::dotProduct(at - corner, camera.backward());
        nearest = std::min(nearest, depth);
        farthest = std::max(farthest, depth);
    }
    // With a 24-bit depth buffer, a near plane at a thousandth of the far distance resolves millimetres close up.
    nearest = std::max({nearest, camera.distance * 0.05F, 0.02F});
    eye->SetClippingRange(nearest, std::max(farthest * 1.01F, nearest + 1));
}

namespace {

constexpr int samplesOnHardware = 4;

/// Whether OpenGL is rendered in software: then multisampling would halve the frame rate.
bool drawsInSoftware(QOpenGLFunctions& gl)
{
    const auto* name = reinterpret_cast<const char*>(gl.glGetString(GL_RENDERER));
    const std::string_view renderer = name != nullptr ? name : "";
    return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos
        || renderer.find("SWR") != renderer.npos;
}

/// OpenGL's rows start at the bottom.
void turnOver(QImage& image)
{
    const auto length = static_cast<std::size_t>(image.bytesPerLine());
    std::vector<uchar> row(length);
    for (int top = 0, bottom = image.height() - 1; top < bottom; ++top, --bottom) {
        std::memcpy(row.data(), image.constScanLine(top), length);
        std::memcpy(image.scanLine(top), image.constScanLine(bottom), length);
        std::memcpy(image.scanLine(bottom), row.data(), length);
    }
}

} // namespace

QString SceneRenderer::unavailableReason()
{
    QOpenGLContext context;
    if (!context.create())
        return lockstep::tr("This display does not support OpenGL.");
    const QSurfaceFormat format = context.format();
    if (context.isOpenGLES() || format.version() < std::pair(3, 2)) {
        return lockstep::tr("This display supports OpenGL %1.%2, but version 3.2 or later is required.")
            .arg(format.majorVersion())
            .arg(format.minorVersion());
    }
    if (!QOpenGLContext::supportsThreadedOpenGL())
        return lockstep::tr("The OpenGL driver of this display does not support off-screen rendering.");
    return {};
}

SceneRenderer::SceneRenderer() : m_context(std::make_unique<QOpenGLContext>())
{
    m_context->create();
    m_surface.setFormat(m_context->format());
    m_surface.create();
}

SceneRenderer::~SceneRenderer() = default;

void SceneRenderer::moveTo(QThread& thread)
{
    m_context->moveToThread(&thread);
}

void SceneRenderer::start()
{
    m_context->makeCurrent(&m_surface);
    m_isSoftware = drawsInSoftware(*m_context->functions());
    m_window->SetOwnContext(0);
    m_window->SetReadyForRendering(true);
    m_window->SetIsCurrent(true);
    m_window->SetSupportsOpenGL(1);
    m_window->SetMapped(1);
    m_window->SetFrameBlitModeToNoBlit();
    m_window->SetMultiSamples(m_isSoftware ? 0 : samplesOnHardware);
    m_window->OpenGLInit();
    m_scene = std::make_unique<HallScene>();
    m_window->AddRenderer(m_scene->renderer());
}

void SceneRenderer::stop()
{
    m_window->RemoveRenderer(m_scene->renderer());
    m_window->Finalize();
    m_window->SetReadyForRendering(false);
    m_window->SetMapped(0);
    m_scene.reset();
    m_context->doneCurrent();
    m_context.reset();
}

void SceneRenderer::updateScene(const HallFrame& frame)
{
    if (frame.list != m_list) {
        m_scene->setBoxes(*frame.list);
        m_list = frame.list;
        m_colours.reset(); // they belong to the old boxes
    }
    if (frame.colours != m_colours || frame.fadingColours != m_fadingColours) {
        m_scene->setColours(*frame.list, *frame.colours, *frame.fadingColours);
        m_colours = frame.colours;
        m_fadingColours = frame.fadingColours;
    }
    if (frame.lines != m_lines || frame.ways != m_ways) {
        m_scene->setLines(*frame.lines, *frame.ways);
        m_lines = frame.lines;
        m_ways = frame.ways;
    }
    m_scene->setPixelRatio(frame.pixelRatio);
    m_scene->setTones(frame.tones);
    m_scene->layFloor(frame.bounds);
    m_scene->setCamera(frame.camera, frame.bounds);
}

QImage SceneRenderer::draw(const HallFrame& frame)
{
    updateScene(frame);
    m_window->SetSize(frame.pixels.width(), frame.pixels.height());
    m_window->Render();
    QImage& image = freeImage(frame.pixels);
    readInto(image);
    image.setDevicePixelRatio(frame.pixelRatio);
    return image;
}

/// An image no longer in use, so that frames do not allocate megabytes.
QImage& SceneRenderer::freeImage(QSize size)
{
    auto image
        = std::ranges::find_if(m_images, [](const QImage& other) { return other.isNull() || other.isDetached(); });
    if (image == m_images.end())
        image = m_images.begin();
    if (image->size() != size || !image->isDetached())
        *image = QImage(size, QImage::Format_RGB32);
    return *image;
}

void SceneRenderer::readInto(QImage& image)
{
    const QSize size = image.size();
    vtkOpenGLFramebufferObject* source = m_window->GetRenderFramebuffer();
    if (!m_isSoftware) {
        source = m_window->GetDisplayFramebuffer(); // the framebuffer with resolved samples
    }
    m_window->GetState()->PushReadFramebufferBinding();
    source->Bind(GL_READ_FRAMEBUFFER);
    source->ActivateReadBuffer(0);
    m_context->functions()->glReadPixels(0, 0, size.width(), size.height(), GL_BGRA, GL_UNSIGNED_BYTE, image.bits());
    m_window->GetState()->PopReadFramebufferBinding();
    turnOver(image);
}

} // namespace lockstep
