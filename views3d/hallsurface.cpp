// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallsurface.h"

#include "models/view/framestats.h"

#include <QPaintEvent>
#include <QPainter>

#include <utility>

namespace lockstep {

HallSurface::HallSurface(FrameStats& frames, QWidget* parent) : QWidget(parent), m_frames(frames)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void HallSurface::setPicture(QImage image, QColor background)
{
    m_image = std::move(image);
    m_background = background;
    m_isNew = true;
    update();
}

void HallSurface::paintEvent(QPaintEvent* event)
{
    const FrameStats::Work work(m_frames);
    QPainter painter(this);
    painter.setClipRegion(event->region());
    // During a resize the picture still has the old size.
    if (m_image.isNull() || m_image.deviceIndependentSize() != QSizeF(size()))
        painter.fillRect(event->rect(), m_background);
    painter.drawImage(0, 0, m_image);
    if (std::exchange(m_isNew, false))
        Q_EMIT painted();
}

} // namespace lockstep

#include "moc_hallsurface.cpp"
