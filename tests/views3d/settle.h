// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/dueevents.h"
#include "tests/support/waiting.h"
#include "views3d/hallview.h"

#include <QTest>

namespace lockstep::test {

/// Waits until everything pending has been drawn and shown. A picture may take long on a busy machine.
inline void settle(const HallView& view)
{
    handleDueEvents();
    if (!test::waitFor([&view] { return view.isSettled(); }))
        qFatal("the view does not settle");
    handleDueEvents();
}

} // namespace lockstep::test
