// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockstep {

/// Makes a window no larger than its screen and puts it inside: the clock, the alerts and the time bar stand at its
/// edges. It never becomes smaller than its contents allow.
void fitScreen(QWidget& window);

} // namespace lockstep
