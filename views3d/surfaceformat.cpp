// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/surfaceformat.h"

#include <QSurfaceFormat>

namespace lockstep {

void prepareSurfaceFormat()
{
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    // VTK multisamples in its own framebuffer where that is affordable; the widget's stays plain.
    format.setSamples(0);
    // A swap that waits for the screen would block the GUI thread, which also serves every other view.
    format.setSwapInterval(0);
    QSurfaceFormat::setDefaultFormat(format);
}

} // namespace lockstep
