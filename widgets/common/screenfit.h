// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace lockstep {

/// The largest size at which the window and its frame fit on its screen.
[[nodiscard]] QSize largestSize(const QWidget& window);

/// Shrinks a window to its screen and moves it inside, so that the clock, alerts and time bar at its edges are visible.
/// The window does not become smaller than its contents allow.
void fitScreen(QWidget& window);

} // namespace lockstep
