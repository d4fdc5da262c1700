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
    /// @param topology that the recording begins with; null: none
    RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod);
    ~RecordSession();

    [[nodiscard]] BatchQueue& queue() { return m_queue; }
    /// From now on others are informed of alerts, who are never waited for.
    void reportAlerts(std::vector<OutletTarget> outlets, Runbooks runbooks = {});
    /// From now on what is derived is put on that page each second, with what GPU time costs. It outlives this.
    void offer(DerivedPage& page, Rates rates);
    /// What an operator should know, once: who is not reached with alerts, or is again; that baselines are not kept.
    [[nodiscard]] std::vector<std::string> news();
    /// Takes what has come by now, and what the analyses have found. To be called some times a second.
    void pump();
    /// Why there is nothing in the recording; empty: there is something.
    [[nodiscard]] std::string whyEmpty() const;
    /// Waits until the analyses have seen all that came, but not for ever.
    void finish();

private:
    void followAlerts();
    void followPage();
    [[nodiscard]] DerivedMoment momentAt(TimePoint now) const;

    Recorder& m_recorder;
    BatchQueue m_queue;
    std::optional<AlertSender> m_sender;
    CostMeter m_costs; ///< only while there are receivers
    TimePoint m_followed; ///< second up to which others were informed
    DerivedPage* m_page = nullptr; ///< null: no scraper
    Rates m_rates;
    DerivedValues m_derived; ///< while there is a page
    TimePoint m_paged; ///< second whose page is shown
    LearnedKeeper m_learned;
    std::string m_learnedProblem; ///< that was there at the beginning; reported once
    Pipeline m_pipeline; ///< last: its worker stops before its results have nowhere to go
};

} // namespace lockstep
