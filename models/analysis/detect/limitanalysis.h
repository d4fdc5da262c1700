// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/limitwatch.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Reports metrics that exceed the limits reported by their sources. Owned by the host.
class LimitAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    LimitWatch m_watch; ///< used by the worker
};

} // namespace lockstep
