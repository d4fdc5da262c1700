// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/thermalmodel.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Runs ThermalModel over the live store: takes each tick when it is complete and adds the results as derived
/// metrics of the catalogue. Owned by an AnalysisHost.
class ThermalAnalysis : public Analysis
{
public:
    /// @param book stores baselines and must outlive this; null: they are not stored
    explicit ThermalAnalysis(LearnedBook* book = nullptr) : m_model(book) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    ThermalModel m_model; ///< used by tasks only
};

} // namespace lockstep
