// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/screenfit.h"

#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace lockstep {

namespace {

/// A typical window frame, because the real one is unknown before the window is shown.
constexpr QSize usualFrame{4, 32};

} // namespace

QSize largestSize(const QWidget& window)
{
    return window.screen()->availableGeometry().size() - usualFrame;
}

void fitScreen(QWidget& window)
{
    const QRect available = window.screen()->availableGeometry();
    window.resize(window.size().boundedTo(largestSize(window)));
    const QPoint last = available.bottomRight() - QPoint(window.width(), window.height());
    window.move(std::clamp(window.x(), available.left(), std::max(available.left(), last.x())),
                std::clamp(window.y(), available.top(), std::max(available.top(), last.y())));
}

} // namespace lockstep
