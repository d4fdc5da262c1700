// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace lockstep {

/// The largest window size on the same screen, so that its frame fits too.
[[nodiscard]] QSize largestSize(const QWidget& window);

/// Makes a window no larger than its screen and puts it inside: the clock, the alerts and the time bar stand at its
/// edges. It never becomes smaller than its contents allow.
void fitScreen(QWidget& window);

} // namespace lockstep
