// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/store/analysishost.h"

#include <memory>

namespace lockstep {

class ClusterModel;

/// Everything that is worked out from the data beside the GUI, and where its results are put up for the views.
/// Which there are says the table of analyses. GUI thread; owned by the composition.
class Analyses
{
public:
    explicit Analyses(ClusterModel& cluster);

    [[nodiscard]] const SyncBoard& sync() const { return m_sync; }
    [[nodiscard]] SyncBoard& sync() { return m_sync; }
    [[nodiscard]] const FabricBoard& fabric() const { return m_fabric; }
    [[nodiscard]] FabricBoard& fabric() { return m_fabric; }

    /// They are still at work on what has come.
    [[nodiscard]] bool isBusy() const { return m_host && m_host->isBusy(); }
    /// From now on nothing is worked out as data come: what was recorded of it counts.
    void rest() { m_host.reset(); }

private:
    SyncBoard m_sync;
    FabricBoard m_fabric;
    std::unique_ptr<AnalysisHost> m_host; ///< null: they rest. Last: its worker stops before the boards go
};

} // namespace lockstep
