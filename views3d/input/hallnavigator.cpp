// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/input/hallnavigator.h"

#include <QStyle>
#include <QWidget>

#include <numbers>

namespace lockstep {

namespace {

constexpr int flightMilliseconds = 350;

} // namespace

HallNavigator::HallNavigator(QWidget* surface) : QObject(surface), m_surface(surface)
{
    m_camera.turnTo(CameraPreset::Iso);
    surface->setMouseTracking(true);
    surface->setFocusPolicy(Qt::StrongFocus);
    surface->installEventFilter(this);
    m_flight.setDuration(flightMilliseconds);
    m_flight.setStartValue(0.0F);
    m_flight.setEndValue(1.0F);
    connect(&m_flight, &QVariantAnimation::valueChanged, this, [this](const QVariant& progress) {
        m_camera = between(m_from, m_to, progress.toFloat());
        Q_EMIT cameraChanged();
    });
}

QSizeF HallNavigator::viewport() const
{
    return m_surface->size();
}

void HallNavigator::open(std::span<const Box> boxes)
{
    stop();
    m_camera.fitIso(boxes, viewport(), keepClear());
    Q_EMIT cameraChanged();
}

void HallNavigator::flyTo(const Box& box)
{
    flyTo(box, m_camera.azimuth, m_camera.elevation);
}

void HallNavigator::flyTo(std::span<const Box> boxes)
{
    HallCamera destination = m_camera;
    destination.fit(boxes, viewport(), keepClear());
    start(destination);
}

void HallNavigator::flyTo(const Box& box, float azimuth, float elevation, bool keepsClear)
{
    HallCamera destination = m_camera;
    destination.azimuth = azimuth;
    destination.elevation = elevation;
    destination.fit(std::span(&box, 1), viewport(), keepsClear ? keepClear() : QRectF());
    start(destination);
}

void HallNavigator::turnTo(CameraPreset preset, std::span<const Box> boxes)
{
    if (boxes.empty())
        return;
    HallCamera destination = m_camera;
    destination.turnTo(preset);
    Box whole = boxes.front();
    for (const Box& box : boxes)
        whole = whole.united(box);
    // A plan is read along the window's longer side.
    const QVector3D size = whole.size();
    if (preset == CameraPreset::Top && (size.z() > size.x()) == (viewport().width() > viewport().height()))
        destination.orbit(std::numbers::pi_v<float> / 2, 0);
    if (preset == CameraPreset::Iso)
        destination.fitIso(boxes, viewport(), keepClear());
    else
        destination.fit(boxes, viewport(), keepClear());
    start(destination);
}

void HallNavigator::start(const HallCamera& destination)
{
    stop();
    m_isUntouched = false;
    m_from = m_camera;
    m_to = destination;
    if (isCalm() || !m_surface->isVisible())
        steer(destination);
    else
        m_flight.start();
}

bool HallNavigator::isCalm() const
{
    return m_surface->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, m_surface) <= 0;
}

void HallNavigator::steer(const HallCamera& camera)
{
    stop();
    m_isUntouched = false;
    if (m_camera == camera)
        return;
    m_camera = camera;
    Q_EMIT cameraChanged();
}

} // namespace lockstep
