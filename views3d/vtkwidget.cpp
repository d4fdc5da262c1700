// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/vtkwidget.h"

#include "models/view/framestats.h"

#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr int samplesOnHardware = 4;

/// True when the processor draws: then every sample costs, and smooth edges are not worth half the frame rate.
bool isSoftware(QOpenGLFunctions& gl)
{
    const auto* name = reinterpret_cast<const char*>(gl.glGetString(GL_RENDERER));
    const std::string_view renderer = name != nullptr ? name : "";
    return renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos
        || renderer.find("SWR") != renderer.npos;
}

} // namespace

QString VtkWidget::whyUnavailable()
{
    QOpenGLContext context;
    if (!context.create())
        return tr("This display offers no OpenGL.");
    const QSurfaceFormat format = context.format();
    if (context.isOpenGLES() || format.version() < std::pair(3, 2)) {
        return tr("This display offers OpenGL %1.%2; 3.2 or later is needed.")
            .arg(format.majorVersion())
            .arg(format.minorVersion());
    }
    return {};
}

VtkWidget::VtkWidget(FrameStats& frames, QWidget* parent) : QOpenGLWidget(parent), m_frames(frames)
{
    m_window->SetReadyForRendering(false);
    m_window->SetOwnContext(0);
    m_window->SetMultiSamples(0);
    m_window->SetFrameBlitModeToBlitToCurrent();
    connect(this, &QOpenGLWidget::frameSwapped, this, [this] {
        if (const auto start = std::exchange(m_paintStart, std::nullopt))
            Q_EMIT shown(std::chrono::steady_clock::now() - *start);
    });
}

VtkWidget::~VtkWidget()
{
    disconnect(m_contextGoes);
    releaseContext();
}

void VtkWidget::addRenderer(vtkRenderer* renderer)
{
    m_window->AddRenderer(renderer);
}

void VtkWidget::initializeGL()
{
    m_contextGoes = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &VtkWidget::releaseContext,
                            Qt::UniqueConnection);
    m_window->SetReadyForRendering(true);
    m_window->SetIsCurrent(true);
    m_window->SetSupportsOpenGL(1);
    m_window->SetMapped(1);
    m_isSoftware = isSoftware(*context()->functions());
    m_window->SetMultiSamples(m_isSoftware ? 0 : samplesOnHardware);
    m_window->OpenGLInit();
}

void VtkWidget::releaseContext()
{
    if (!m_window->GetReadyForRendering())
        return;
    makeCurrent();
    m_window->Finalize();
    m_window->SetReadyForRendering(false);
    m_window->SetMapped(0);
    doneCurrent();
}

void VtkWidget::resizeGL(int width, int height)
{
    Q_UNUSED(width);
    Q_UNUSED(height);
    const QSize pixels = size() * devicePixelRatioF();
    m_window->SetSize(pixels.width(), pixels.height());
}

void VtkWidget::paintGL()
{
    const FrameStats::Work work(m_frames);
    if (!m_window->GetReadyForRendering() || !isVisible())
        return;
    m_paintStart = std::chrono::steady_clock::now();
    if (m_prepare)
        m_prepare();
    // Qt has used the context since: VTK must not trust what it remembers of its state.
    vtkOpenGLState* state = m_window->GetState();
    state->Reset();
    state->Push();
    state->vtkglDepthFunc(GL_LEQUAL);
    m_window->Render();
    state->Pop();
    // In software the work is only done when somebody waits for it: wait here, where it is counted as ours.
    if (m_isSoftware)
        context()->functions()->glFinish();
    ++m_renders;
    Q_EMIT rendered();
}

} // namespace lockstep
