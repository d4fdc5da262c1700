// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "tests/support/fakeworld.h"

namespace lockstep {

/// A fake cluster with wait results, on which the test sets the results on waits.
class SyncWorld : public FakeWorld
{
public:
    using FakeWorld::FakeWorld;

    [[nodiscard]] ViewContext context()
    {
        ViewContext made = FakeWorld::context();
        made.sync = &syncResults;
        return made;
    }

    SyncResults syncResults;
};

} // namespace lockstep
