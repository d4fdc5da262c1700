// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/core/batchqueue.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"

namespace lockstep {

class Recorder;

/// What a window does with what it watches, without one: takes what the sources bring, keeps the little of it that the
/// analyses look at, and has it recorded together with what they find. Lives on the thread that pumps it; sources push
/// from theirs.
class RecordSession
{
public:
    /// @param topology that the recording begins with; null: none
    RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod);
    ~RecordSession();

    [[nodiscard]] BatchQueue& queue() { return m_queue; }
    /// Takes what has come by now, and what the analyses have found. To be called some times a second.
    void pump();
    /// Waits until the analyses have seen all that came, but not for ever.
    void finish();

private:
    Recorder& m_recorder;
    BatchQueue m_queue;
    ClusterModel m_cluster;
    SyncBoard m_sync;
    FabricBoard m_fabric;
    AnalysisHost m_analyses; ///< last: its worker stops before the boards go
};

} // namespace lockstep
