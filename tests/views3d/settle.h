// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/dueevents.h"
#include "views3d/hallview.h"

#include <QTest>

namespace lockstep::test {

/// Lets everything that is on its way be drawn and shown. A picture may take long where many share the machine.
inline void settle(const HallView& view)
{
    constexpr int patienceMs = 20'000;
    handleDueEvents();
    if (!QTest::qWaitFor([&view] { return view.isSettled(); }, patienceMs))
        qFatal("the view does not settle");
    handleDueEvents();
}

} // namespace lockstep::test
