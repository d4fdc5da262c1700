// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallframe.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QString>
#include <vtkNew.h>

#include <array>
#include <memory>

class QThread;
class vtkGenericOpenGLRenderWindow;

namespace lockstep {

class HallScene;

/// Renders frames with VTK into images. Uses its own off-screen OpenGL context, because with software rendering a
/// QOpenGLWidget would slow every repaint of the window. Created and destroyed on the GUI thread; in between used only
/// by the thread that calls start(), draw() and stop().
class SceneRenderer
{
public:
    SceneRenderer();
    ~SceneRenderer();

    /// Why OpenGL is not available, in one sentence; empty: it is.
    [[nodiscard]] static QString unavailableReason();

    /// Hands the context to @p thread. GUI thread.
    void moveTo(QThread& thread);

    void start();
    [[nodiscard]] QImage draw(const HallFrame& frame);
    void stop();

private:
    void updateScene(const HallFrame& frame);
    [[nodiscard]] QImage& freeImage(QSize size);
    void readInto(QImage& image);

    QOffscreenSurface m_surface;
    std::unique_ptr<QOpenGLContext> m_context;
    vtkNew<vtkGenericOpenGLRenderWindow> m_window;
    std::unique_ptr<HallScene> m_scene;
    std::shared_ptr<const DrawList> m_list; ///< list in the scene
    std::shared_ptr<const std::vector<BoxColour>> m_colours;
    std::shared_ptr<const std::vector<BoxColour>> m_fadingColours;
    std::shared_ptr<const std::vector<HallLine>> m_lines;
    std::shared_ptr<const std::vector<HallLine>> m_ways;
    std::array<QImage, 3> m_images; ///< one on screen, one in transit, one being drawn
    bool m_isSoftware = false;
};

} // namespace lockstep
