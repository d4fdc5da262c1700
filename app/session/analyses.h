// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pipeline/learnedkeeper.h"
#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/pipeline/analysistable.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/store/analysishost.h"

namespace lockstep {

class ClusterModel;

/// Everything that is worked out from the data beside the GUI, and where its results are put up for the views.
/// Which there are says the table of analyses. GUI thread; owned by the session.
class Analyses
{
public:
    /// @param rows that run while data come; none: the boards tell of nothing newest
    explicit Analyses(ClusterModel& cluster, std::span<const AnalysisRow> rows = analysisTable());

    [[nodiscard]] const SyncBoard& sync() const { return m_sync; }
    [[nodiscard]] SyncBoard& sync() { return m_sync; }
    [[nodiscard]] const FabricBoard& fabric() const { return m_fabric; }
    [[nodiscard]] FabricBoard& fabric() { return m_fabric; }

    /// What is usual, which may outlive this.
    [[nodiscard]] LearnedKeeper& learned() { return m_learned; }
    /// They are still at work on what has come.
    [[nodiscard]] bool isBusy() const { return m_host.isBusy(); }

private:
    SyncBoard m_sync;
    FabricBoard m_fabric;
    LearnedKeeper m_learned;
    AnalysisHost m_host; ///< last: its worker stops before the boards go
};

} // namespace lockstep
