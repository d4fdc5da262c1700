// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertsender.h"
#include "app/alerting/costmeter.h"
#include "app/analysis/learnedkeeper.h"
#include "app/record/derivedpage.h"
#include "models/core/work/batchqueue.h"
#include "models/pipeline/pipeline.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class Recorder;

/// The equivalent of a live session without a window: takes batches from sources, keeps the recent data that analyses
/// need, and records it together with their results and the learned baselines. Lives on the thread that pumps it;
/// sources push from theirs.
class RecordSession
{
public:
    /// @param topology initial topology of the recording; null: none
    RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod);
    ~RecordSession();

    [[nodiscard]] BatchQueue& queue() { return m_queue; }
    /// Sends alerts to these receivers from now on; never waits for them.
    void reportAlerts(std::vector<NotifierTarget> notifiers, Runbooks runbooks = {});
    /// Updates that page once per second from now on, with costs. The page outlives this.
    void offer(DerivedPage& page, Rates rates);
    /// New messages for the operator, each once: receivers that fail or recover, baselines that cannot be saved.
    [[nodiscard]] std::vector<std::string> news();
    /// Processes data that has arrived and results of the analyses. Call several times per second.
    void pump();
    /// Why the recording is empty; an empty text if it is not.
    [[nodiscard]] std::string whyEmpty() const;
    /// Waits a limited time until the analyses have processed everything.
    void finish();

private:
    void followAlerts();
    void followPage();
    [[nodiscard]] DerivedMoment momentAt(TimePoint now) const;

    Recorder& m_recorder;
    BatchQueue m_queue;
    std::optional<AlertSender> m_sender;
    CostMeter m_costs; ///< only while there are receivers
    TimePoint m_followed; ///< last second for which receivers were informed
    DerivedPage* m_page = nullptr; ///< null: no scraper
    Rates m_rates;
    DerivedValues m_derived; ///< while there is a page
    TimePoint m_paged; ///< second of the current page
    LearnedKeeper m_learned;
    std::string m_learnedProblem; ///< startup problem with baselines; reported once
    Pipeline m_pipeline; ///< last: its worker stops before the receivers of its results are destroyed
};

} // namespace lockstep
