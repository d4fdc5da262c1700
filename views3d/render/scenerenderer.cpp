// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/scenerenderer.h"

#include "models/view/translation.h"
#include "views3d/render/hallscene.h"

#include <QOpenGLFunctions>
#include <QThread>
#include <vtkAutoInit.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

// Here rather than in CMake, which would put a build-folder file on every command line.
VTK_MODULE_INIT(vtkRenderingOpenGL2)

namespace lockstep {

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

QString SceneRenderer::whyUnavailable()
{
    QOpenGLContext context;
    if (!context.create())
        return lockstep::tr("This display offers no OpenGL.");
    const QSurfaceFormat format = context.format();
    if (context.isOpenGLES() || format.version() < std::pair(3, 2)) {
        return lockstep::tr("This display offers OpenGL %1.%2; 3.2 or later is needed.")
            .arg(format.majorVersion())
            .arg(format.minorVersion());
    }
    if (!QOpenGLContext::supportsThreadedOpenGL())
        return lockstep::tr("This display's OpenGL driver does not support off-screen drawing.");
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

void SceneRenderer::bringSceneUpToDate(const HallFrame& frame)
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
    bringSceneUpToDate(frame);
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
