// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QOpenGLWidget>
#include <QString>
#include <vtkNew.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

class vtkGenericOpenGLRenderWindow;
class vtkRenderer;

namespace lockstep {

class FrameStats;

/// Our bridge between Qt 6 and VTK: a QOpenGLWidget whose framebuffer a VTK render window draws into. (Debian's VTK
/// was built for Qt 5, so its own bridge cannot be linked.) Survives being moved to another window, where Qt makes a
/// new OpenGL context. Renders only when Qt paints it. GUI thread; owned by HallView.
class VtkWidget : public QOpenGLWidget
{
    Q_OBJECT

public:
    /// @param frames outlives the widget
    explicit VtkWidget(FrameStats& frames, QWidget* parent = nullptr);
    ~VtkWidget() override;

    /// Why no OpenGL can be had here, in one sentence; empty when it can. Ask before making a VtkWidget.
    [[nodiscard]] static QString whyUnavailable();

    void addRenderer(vtkRenderer* renderer);
    /// Called before each render, with the context current.
    void setPrepare(std::function<void()> prepare) { m_prepare = std::move(prepare); }
    [[nodiscard]] std::uint64_t renders() const { return m_renders; }

Q_SIGNALS:
    void rendered(); ///< the scene has been drawn; not yet on screen
    void shown(std::chrono::nanoseconds cost); ///< and now it is; what that took, from the first call to the last

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

private:
    void releaseContext();

    FrameStats& m_frames;
    vtkNew<vtkGenericOpenGLRenderWindow> m_window;
    QMetaObject::Connection m_contextGoes;
    std::function<void()> m_prepare;
    std::optional<std::chrono::steady_clock::time_point> m_paintStart; ///< of a frame that is not on screen yet
    bool m_isSoftware = false;
    std::uint64_t m_renders = 0;
};

} // namespace lockstep
