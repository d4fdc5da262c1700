// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/dueevents.h"
#include "tests/support/waiting.h"
#include "views3d/hallview.h"

#include <QTest>

namespace lockstep::test {

/// Lets everything that is on its way be drawn and shown. A picture may take long where many share the machine.
inline void settle(const HallView& view)
{
    handleDueEvents();
    if (!test::waitFor([&view] { return view.isSettled(); }))
        qFatal("the view does not settle");
    handleDueEvents();
}

} // namespace lockstep::test
