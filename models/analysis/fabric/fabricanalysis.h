// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/fabric/fabricmodel.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

namespace lockstep {

/// Reports each lasting condition of FabricModel once: a congestion tree with its root, a switch slower than its
/// equals, leaves whose traffic uses few of their equal-cost uplinks, a flapping link. Reported again if it returns
/// after a while. One thread at a time.
class FabricEvents
{
public:
    void step(const FabricModel& model, const FabricTick& now, Derived& out);

private:
    /// A condition holds in this tick. @return whether to report it now
    [[nodiscard]] bool isDue(const Episodes::Key& key, const FabricTick& now, EntityRef about);
    void reportWhatIsOver(const FabricTick& now, Derived& out);
    void reportCongestion(const FabricModel& model, const FabricTick& now, Derived& out);
    void reportWeakSwitches(const FabricModel& model, const FabricTick& now, Derived& out);
    void reportPolarisation(const FabricModel& model, const FabricTick& now, Derived& out);
    void reportFlapping(const FabricModel& model, const FabricTick& now, Derived& out);

    Episodes m_episodes; ///< by subject and event code
};

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
