// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/input/hallnavigator.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

constexpr int flightMilliseconds = 350;

constexpr float radiansPerPixel = 0.006F;
constexpr double zoomPerNotch = 0.85;
constexpr double wheelStep = 120; // eighths of a degree, as Qt counts

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

void HallNavigator::exchange(std::optional<HallCamera>& other)
{
    const std::optional<HallCamera> before = m_isUntouched ? std::nullopt : std::optional(destination());
    stop();
    m_isUntouched = !other;
    m_camera = other.value_or(m_camera);
    other = before;
    Q_EMIT cameraChanged();
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
    // The plan is aligned with the window's longer side.
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
    if (isMotionReduced() || !m_surface->isVisible())
        steer(destination);
    else
        m_flight.start();
}

bool HallNavigator::isMotionReduced() const
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

/// Makes the point under the pixel the centre of rotation and zoom.
void HallNavigator::grip(QPointF pixel)
{
    if (const auto point = m_probe ? m_probe(pixel) : std::nullopt)
        m_camera.adoptDepthOf(*point);
}

bool HallNavigator::eventFilter(QObject* watched, QEvent* event)
{
    return handle(*event) || QObject::eventFilter(watched, event);
}

bool HallNavigator::handle(QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        press(static_cast<const QMouseEvent&>(event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<const QMouseEvent&>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<const QMouseEvent&>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        Q_EMIT doubleClicked(static_cast<const QMouseEvent&>(event).position());
        return true;
    case QEvent::Wheel:
        wheel(static_cast<const QWheelEvent&>(event));
        return true;
    case QEvent::Leave:
        Q_EMIT pointerLeft();
        return false;
    case QEvent::Hide:
        stop();
        return false;
    case QEvent::ShortcutOverride:
        // With focus, the hall's keys take precedence over window shortcuts.
        if (hallCommandOf(static_cast<const QKeyEvent&>(event)))
            event.accept();
        return false;
    case QEvent::KeyPress:
        if (const auto command = hallCommandOf(static_cast<const QKeyEvent&>(event))) {
            run(*command);
            return true;
        }
        return false;
    default:
        return false;
    }
}

void HallNavigator::forgetPress()
{
    m_button = Qt::NoButton;
    m_isDragging = m_isFraming = false;
}

void HallNavigator::press(const QMouseEvent& event)
{
    stop();
    m_button = event.button();
    m_pressedAt = m_last = event.position();
    m_isDragging = false;
    m_isFraming = m_button == Qt::LeftButton && (event.modifiers() & Qt::ShiftModifier) != 0;
    grip(m_pressedAt);
}

void HallNavigator::move(const QMouseEvent& event)
{
    const QPointF at = event.position();
    if (m_button == Qt::NoButton) {
        Q_EMIT pointed(at);
        return;
    }
    m_isDragging |= (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (!m_isDragging)
        return;
    if (m_isFraming) {
        Q_EMIT framing(QRectF(m_pressedAt, at).normalized());
        return;
    }
    const QPointF by = at - m_last;
    m_last = at;
    HallCamera camera = m_camera;
    if (m_button == Qt::LeftButton)
        camera.orbit(-static_cast<float>(by.x()) * radiansPerPixel, static_cast<float>(by.y()) * radiansPerPixel);
    else
        camera.pan(by, viewport());
    steer(camera);
}

void HallNavigator::release(const QMouseEvent& event)
{
    const bool wasClick = m_button == Qt::LeftButton && !m_isDragging;
    if (m_isFraming && m_isDragging) {
        Q_EMIT framing({});
        Q_EMIT framed(QRectF(m_pressedAt, event.position()).normalized(),
                      (event.modifiers() & Qt::ControlModifier) != 0);
    }
    m_button = Qt::NoButton;
    m_isDragging = false;
    if (wasClick)
        Q_EMIT clicked(event.position(), (event.modifiers() & Qt::ControlModifier) != 0);
}

void HallNavigator::wheel(const QWheelEvent& event)
{
    grip(event.position());
    HallCamera camera = m_camera;
    const double steps = event.angleDelta().y() / wheelStep;
    camera.zoom(static_cast<float>(std::pow(zoomPerNotch, steps)), event.position(), viewport());
    steer(camera);
}

void HallNavigator::run(HallCommand command)
{
    HallCamera camera = m_camera;
    if (steerBy(command, camera, viewport()))
        steer(camera);
    else
        Q_EMIT commanded(command);
}

} // namespace lockstep

#include "moc_hallnavigator.cpp"
