// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/fabric/fabricmodel.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// A switch above the leaves whose links wait for credit although they carry no more traffic than links to equivalent
/// switches.
struct WeakSwitch
{
    std::uint32_t device = 0;
    std::size_t links = 0; ///< number of waiting links
    float wait = 0; ///< maximum share of the time
};

/// A leaf whose busier uplinks wait while its less busy ones do not.
struct OverloadedLeaf
{
    std::uint32_t device = 0;
    std::size_t links = 0; ///< number of overloaded uplinks
    float extra = 0; ///< maximum excess over the mean of its equals, relative
    float wait = 0; ///< maximum share of the time
};

/// Finds switches by signs that are weak on each link, but significant because many links agree. Coinciding flows can
/// make single links wait this long by chance, but not the links of all leaves to one spine or a few spines. The chance
/// of a false finding is below one in a hundred fabrics, given the number of waiting links elsewhere. Stateless.
/// @return empty if too few links are known
[[nodiscard]] std::vector<WeakSwitch> weakSwitches(const FabricModel& model);
/// Leaves that overload the same uplinks as most leaves of their plane.
[[nodiscard]] std::vector<OverloadedLeaf> overloadedLeaves(const FabricModel& model);

/// Whether an uplink waits more than @p times the median of the uplinks of its set that carry at least as much traffic;
/// nullopt: there are too few of them.
[[nodiscard]] std::optional<bool> isWaitOutlier(const FabricModel& model, const EqualCostSet& set, std::uint32_t link,
                                                float minWait, float times);

/// Probability of @p hits or more in @p tries, each with @p chance.
[[nodiscard]] double chanceOfAtLeast(std::size_t hits, std::size_t tries, double chance);

/// Reports each lasting condition of FabricModel once: a congestion tree with its root, a switch slower than its
/// equals, leaves whose traffic uses few of their equal-cost uplinks, a flapping link. A condition that returns after a
/// while is reported again. One thread at a time.
class FabricEvents
{
public:
    void step(const FabricModel& model, const FabricTick& now, Derived& out);

private:
    /// Call when a condition holds in this tick.
    /// @return whether to report it now
    [[nodiscard]] bool isDue(const Episodes::Key& key, const FabricTick& now, EntityRef about);
    void reportResolved(const FabricTick& now, Derived& out);
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
