// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/dueevents.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/repaintlimiter.h"

#include <QTest>

namespace lockstep::test {

/// Waits until all views have painted pending changes. Requests a paint after theirs, twice.
/// @return false on timeout
[[nodiscard]] inline bool waitForViews()
{
    RepaintLimiter last(RepaintLimiter::Turn::Fourth);
    int turns = 0;
    QObject::connect(&last, &RepaintLimiter::due, &last, [&turns] { ++turns; });
    for (int wanted = 1; wanted <= 2; ++wanted) {
        last.request();
        if (!test::waitFor([&] { return turns >= wanted; }))
            return false;
    }
    handleDueEvents();
    return true;
}

} // namespace lockstep::test
