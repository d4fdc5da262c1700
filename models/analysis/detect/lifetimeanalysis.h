// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/lifetimewatch.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Reports large lifetime error counts when they are first seen. Owned by the host.
class LifetimeAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    LifetimeWatch m_watch; ///< used by the worker
};

} // namespace lockstep
