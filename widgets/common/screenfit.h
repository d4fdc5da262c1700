// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace lockstep {

/// The largest window size on the same screen, so that its frame fits too.
[[nodiscard]] QSize largestSize(const QWidget& window);

/// Shrinks a window to its screen and moves it inside, so that clock, alerts and time bar at its edges are visible. Not
/// smaller than its contents allow.
void fitScreen(QWidget& window);

} // namespace lockstep
