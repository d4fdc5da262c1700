// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/core/batchptr.h"
#include "models/ingest/derived.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"

#include <QEventLoop>

#include <span>
#include <stop_token>
#include <string>

namespace lockstep {

/// The store and its analyses over data that does not come by the clock: a recording, a simulation. Driven in step:
/// nothing more is applied until the analyses are through with what came, so that they see the same however fast it
/// goes. Lives on one thread, any that has a QCoreApplication beside it, with a worker of its own; owned by who drives
/// it.
class SteppedPipeline
{
public:
    /// @param topology that it begins with; null: as the nodes tell it
    /// @param analyses by their names in the table; what is not in it is not run
    SteppedPipeline(Duration tickPeriod, const TopologyPtr& topology, std::span<const std::string> analyses);

    /// @param now our clock when these came
    /// @param stop ends the waiting for the analyses
    void take(std::span<const BatchPtr> batches, TimePoint now, const std::stop_token& stop = {});
    /// What has been found since the last call, and what follows from it pointwise.
    [[nodiscard]] Derived takeFound();

    [[nodiscard]] const ClusterStore& store() const { return m_cluster.store(); }
    [[nodiscard]] const SyncBoard& sync() const { return m_sync; }

private:
    void addPointwise(Derived& found) const;

    QEventLoop m_loop;
    ClusterModel m_cluster;
    SyncBoard m_sync;
    FabricBoard m_fabric;
    Derived m_found;
    AnalysisHost m_host; ///< last: its worker stops before the boards go
};

} // namespace lockstep
