// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/serieswatch.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Detects series that have stopped; checks a tenth of the metrics per tick. Owned by the host.
class SeriesAnalysis final : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    SeriesWatch m_watch; ///< used by the worker, like the following members
    TickIndex m_lastTick = 0;
};

} // namespace lockstep
