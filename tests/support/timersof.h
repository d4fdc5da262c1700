// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <algorithm>

namespace lockstep {

/// Whether a view, or a part of it, has a pending timer.
[[nodiscard]] inline bool hasTimerRunning(const QObject& view)
{
    return std::ranges::any_of(view.findChildren<QTimer*>(), &QTimer::isActive);
}

} // namespace lockstep
