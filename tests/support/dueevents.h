// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEventLoop>

namespace lockstep::test {

/// Processes posted events, the layouts and paints they cause, and events posted meanwhile, until none is left. For
/// timers and other threads, wait for the outcome instead (QTRY_VERIFY).
inline void handleDueEvents()
{
    constexpr int maxTurns = 1000; // with a continuous stream of data, events are always pending
    constexpr int quietTurns = 2; // the first turn may only be a wake-up
    QEventLoop loop;
    for (int turn = 0, quiet = 0; turn < maxTurns && quiet < quietTurns; ++turn)
        quiet = loop.processEvents() ? 0 : quiet + 1;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace lockstep::test
