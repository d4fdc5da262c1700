// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/input/hallcommand.h"

#include <QKeyEvent>

namespace lockstep {

namespace {

struct Binding
{
    Qt::Key key;
    bool shift;
    HallCommand command;
};

constexpr Binding bindings[] = {
    {Qt::Key_Left, false, HallCommand::OrbitLeft},
    {Qt::Key_Right, false, HallCommand::OrbitRight},
    {Qt::Key_Up, false, HallCommand::OrbitUp},
    {Qt::Key_Down, false, HallCommand::OrbitDown},
    {Qt::Key_Left, true, HallCommand::PanLeft},
    {Qt::Key_Right, true, HallCommand::PanRight},
    {Qt::Key_Up, true, HallCommand::PanUp},
    {Qt::Key_Down, true, HallCommand::PanDown},
    {Qt::Key_Plus, false, HallCommand::ZoomIn},
    {Qt::Key_Plus, true, HallCommand::ZoomIn},
    {Qt::Key_Equal, false, HallCommand::ZoomIn},
    {Qt::Key_Minus, false, HallCommand::ZoomOut},
    {Qt::Key_F, false, HallCommand::FitSelection},
    {Qt::Key_Home, false, HallCommand::FitAll},
    {Qt::Key_1, false, HallCommand::LookIso},
    {Qt::Key_2, false, HallCommand::LookFront},
    {Qt::Key_3, false, HallCommand::LookTop},
    {Qt::Key_4, false, HallCommand::LookBack},
    {Qt::Key_Escape, false, HallCommand::ClearSelection},
    {Qt::Key_M, false, HallCommand::NextMode},
    {Qt::Key_H, false, HallCommand::HideHealthy},
    {Qt::Key_T, false, HallCommand::ShowAir},
    {Qt::Key_U, false, HallCommand::Measure},
    {Qt::Key_X, false, HallCommand::Explode},
    {Qt::Key_R, false, HallCommand::HoldRange},
    {Qt::Key_P, false, HallCommand::CopyPicture},
    {Qt::Key_P, true, HallCommand::SavePicture},
};

constexpr float radiansPerKey = 0.12F;
constexpr double pixelsPerKey = 40;
constexpr double zoomPerStep = 0.85;

} // namespace

std::optional<HallCommand> hallCommandOf(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if ((modifiers & ~Qt::ShiftModifier) != 0)
        return std::nullopt;
    const bool shift = (modifiers & Qt::ShiftModifier) != 0;
    for (const Binding& binding : bindings) {
        if (binding.key == event.key() && binding.shift == shift)
            return binding.command;
    }
    return std::nullopt;
}

bool steerBy(HallCommand command, HallCamera& camera, QSizeF viewport)
{
    const QPointF middle(viewport.width() / 2, viewport.height() / 2);
    switch (command) {
    case HallCommand::OrbitLeft:
        camera.orbit(-radiansPerKey, 0);
        break;
    case HallCommand::OrbitRight:
        camera.orbit(radiansPerKey, 0);
        break;
    case HallCommand::OrbitUp:
        camera.orbit(0, radiansPerKey);
        break;
    case HallCommand::OrbitDown:
        camera.orbit(0, -radiansPerKey);
        break;
    case HallCommand::PanLeft:
        camera.pan({pixelsPerKey, 0}, viewport);
        break;
    case HallCommand::PanRight:
        camera.pan({-pixelsPerKey, 0}, viewport);
        break;
    case HallCommand::PanUp:
        camera.pan({0, pixelsPerKey}, viewport);
        break;
    case HallCommand::PanDown:
        camera.pan({0, -pixelsPerKey}, viewport);
        break;
    case HallCommand::ZoomIn:
        camera.zoom(static_cast<float>(zoomPerStep), middle, viewport);
        break;
    case HallCommand::ZoomOut:
        camera.zoom(static_cast<float>(1 / zoomPerStep), middle, viewport);
        break;
    default:
        return false;
    }
    return true;
}

} // namespace lockstep
