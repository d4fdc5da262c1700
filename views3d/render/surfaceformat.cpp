// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/render/surfaceformat.h"

#include <QSurfaceFormat>

namespace lockstep {

void prepareSurfaceFormat()
{
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setSamples(0); // VTK multisamples in its own framebuffer if that is affordable
    QSurfaceFormat::setDefaultFormat(format);
}

} // namespace lockstep
