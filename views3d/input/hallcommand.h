// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"

#include <cstdint>
#include <optional>

class QKeyEvent;

namespace lockstep {

/// Keyboard commands of the hall.
enum class HallCommand : std::uint8_t {
    OrbitLeft,
    OrbitRight,
    OrbitUp,
    OrbitDown,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    ZoomIn,
    ZoomOut,
    FitSelection,
    FitAll,
    LookIso,
    LookFront,
    LookTop,
    LookBack,
    ClearSelection,
    NextMode,
    HideHealthy,
    ShowAir,
    Measure,
    Explode,
    HoldRange,
    CopyPicture,
    SavePicture,
};

/// Arrows orbit, with Shift they pan; + and - zoom; F flies to the selection, Home to the whole hall; 1 to 4 view from
/// a corner, the front, the top, the back; Escape clears; M, H, T, U, X, R, P and Shift+P act as the buttons of the
/// bar. nullopt: not a key of the hall.
[[nodiscard]] std::optional<HallCommand> hallCommandOf(const QKeyEvent& event);

/// Performs one step of orbit, pan or zoom. @return false for commands that need more than the camera
bool steerBy(HallCommand command, HallCamera& camera, QSizeF viewport);

} // namespace lockstep
