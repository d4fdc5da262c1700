// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertsender.h"
#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/seams/alertboard.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/core/batchqueue.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"

#include <optional>
#include <string>
#include <vector>

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
    /// From now on others are told of alerts, who are never waited for.
    void tellAlerts(std::vector<OutletTarget> outlets);
    /// What has changed of whether they are reached, in words.
    [[nodiscard]] std::vector<std::string> outletNews();
    /// Takes what has come by now, and what the analyses have found. To be called some times a second.
    void pump();
    /// Waits until the analyses have seen all that came, but not for ever.
    void finish();

private:
    void followAlerts();

    Recorder& m_recorder;
    BatchQueue m_queue;
    ClusterModel m_cluster;
    AlertBoard m_alerts;
    std::optional<AlertSender> m_sender;
    TimePoint m_followed; ///< second up to which others were told
    SyncBoard m_sync;
    FabricBoard m_fabric;
    AnalysisHost m_analyses; ///< last: its worker stops before the boards go
};

} // namespace lockstep
