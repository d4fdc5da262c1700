// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEventLoop>

namespace lockstep::test {

/// Handles what is due: posted events, the layouts and paints that they ask for, and what those post in turn, until
/// nothing is left. What a timer or another thread brings later is waited for by its outcome instead (QTRY_VERIFY).
inline void handleDueEvents()
{
    constexpr int maxTurns = 1000; // where data stream in all the time there is always something due
    constexpr int quietTurns = 2; // the first may only have noticed that it was woken up
    QEventLoop loop;
    for (int turn = 0, quiet = 0; turn < maxTurns && quiet < quietTurns; ++turn)
        quiet = loop.processEvents() ? 0 : quiet + 1;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace lockstep::test
