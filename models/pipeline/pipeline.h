// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/pipeline/analysistable.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"

#include <span>
#include <stop_token>

namespace lockstep {

/// Everything between sources and results: places batches, stores them, runs the analyses on a worker thread, and joins
/// their findings into alerts. Used by every program that analyses a cluster. Lives on one thread with a
/// QCoreApplication.
class Pipeline
{
public:
    /// For programs that never show the past: the data that analyses need, and some more for late data.
    [[nodiscard]] static constexpr StoreLimits liveOnlyLimits(Duration tickPeriod)
    {
        return {tickPeriod, 120 * tickPeriod, std::size_t{64} << 20U};
    }
    /// @param learned baselines; must outlive the pipeline
    /// @param analyses analyses to run; none: there are no results of the moment
    Pipeline(StoreLimits limits, LearnedBaselines& learned, std::span<const AnalysisRow> analyses = analysisTable());

    [[nodiscard]] ClusterModel& cluster() { return m_cluster; }
    [[nodiscard]] const ClusterModel& cluster() const { return m_cluster; }
    [[nodiscard]] const ClusterStore& store() const { return m_cluster.store(); }
    [[nodiscard]] SyncResults& sync() { return m_sync; }
    [[nodiscard]] const SyncResults& sync() const { return m_sync; }
    [[nodiscard]] FabricResults& fabric() { return m_fabric; }
    [[nodiscard]] JoinedAlerts& alerts() { return m_alerts; }
    [[nodiscard]] const JoinedAlerts& alerts() const { return m_alerts; }
    /// Whether analyses are still processing data.
    [[nodiscard]] bool isBusy() const { return m_host.isBusy(); }

    /// Adds data that is not paced by the clock, and returns once the analyses have processed it, so that results do
    /// not depend on how fast the data arrives.
    /// @param now time of receipt
    /// @param stop ends the wait
    void step(std::span<const BatchPtr> batches, TimePoint now, const std::stop_token& stop = {});
    void step(const PlacedBatches& placed, TimePoint now, const std::stop_token& stop = {});

private:
    void waitForAnalyses(const std::stop_token& stop) const;

    ClusterModel m_cluster;
    JoinedAlerts m_alerts;
    SyncResults m_sync;
    FabricResults m_fabric;
    AnalysisHost m_host; ///< last: its worker stops before the results are destroyed
};

} // namespace lockstep
