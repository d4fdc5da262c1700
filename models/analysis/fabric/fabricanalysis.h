// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricevents.h"
#include "models/analysis/fabric/fabricmodel.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Runs FabricModel over the live store: takes each tick when it is complete, adds the results as derived
/// metrics of the catalogue, and reports lasting conditions once. Owned by an AnalysisHost.
class FabricAnalysis : public Analysis
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    FabricModel m_model; ///< used by tasks only
    FabricEvents m_events; ///< used by tasks only
};

} // namespace lockstep
