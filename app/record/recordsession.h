// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertsender.h"
#include "app/alerting/costmeter.h"
#include "app/analysis/baselinestore.h"
#include "datasources/exporters/exposition.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/goodput/goodput.h"
#include "models/core/rates.h"
#include "models/core/topology/topology.h"
#include "models/core/work/batchqueue.h"
#include "models/ingest/derived.h"
#include "models/pipeline/pipeline.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class Recorder;
class RemoteWriter;

/// The newest values of derived metrics. A value expires when its analysis stops reporting it; values that are computed
/// per step are valid for three steps. One thread.
class DerivedValues
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    static constexpr auto minLifetime = std::chrono::seconds(15);
    static constexpr auto maxLifetime = std::chrono::minutes(10);

    struct Column
    {
        MetricDescriptor metric;
        std::vector<float> values; ///< by entity index; NaN: no valid value
    };

    void take(const Derived& derived, SteadyTime now);
    /// Valid values at @p now, by metric name.
    [[nodiscard]] std::vector<Column> at(SteadyTime now) const;

private:
    struct Kept
    {
        MetricDescriptor metric;
        std::vector<float> values;
        std::vector<SteadyTime> heard; ///< by entity, like the next member
        std::vector<SteadyTime::duration> apart; ///< previous interval between updates
    };

    std::map<std::string, Kept> m_kept;
};

/// Derived values of a cluster at one moment. A plain value.
struct DerivedMoment
{
    struct Tally
    {
        std::size_t live = 0;
        std::size_t stale = 0;
        std::size_t unseen = 0;
    };

    TimePoint time;
    TopologyPtr topology;
    std::vector<DerivedValues::Column> columns;
    GpuTime jobTime; ///< of all running jobs, over their latest steps
    std::size_t ranks = 0; ///< ranks of these jobs; 0: unknown
    Tally nodes;
    Tally gpus;
    std::uint64_t ticks = 0; ///< since the start
    std::uint64_t lostTicks = 0;
    std::optional<std::vector<Alert>> alerts; ///< open alerts; nullopt: unknown
    Rates rates;
};

/// Derived values as the text served at /metrics: blame, waits, heat, fabric, goodput, losses, alerts. Rendered on
/// request, once per moment. Thread-safe: written by the recorder, read by the server.
class DerivedPage
{
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    static constexpr auto momentLifetime = std::chrono::seconds(15);

    void show(DerivedMoment moment, SteadyTime now = std::chrono::steady_clock::now());
    /// Null before the first moment, and when the last one is too old.
    [[nodiscard]] std::shared_ptr<const std::string> text(Exposition::Format format,
                                                          SteadyTime now = std::chrono::steady_clock::now());

private:
    std::mutex m_mutex;
    std::shared_ptr<const DerivedMoment> m_moment;
    SteadyTime m_taken{};

    std::mutex m_pageMutex; ///< guards the members below
    std::shared_ptr<const DerivedMoment> m_shown; ///< source of the rendered pages
    std::array<std::shared_ptr<const std::string>, 2> m_pages; ///< by format
};

/// A live session without a window. Takes batches from sources, keeps the recent data that analyses need, and records
/// it together with their results and the learned baselines. Lives on the thread that pumps it; sources push from their
/// own threads.
class RecordSession
{
public:
    /// @param topology initial topology of the recording; null: none
    RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod);
    ~RecordSession();

    [[nodiscard]] BatchQueue& queue() { return m_queue; }
    /// Sends alerts to these receivers from now on; never waits for them.
    void reportAlerts(std::vector<NotifierTarget> notifiers, Runbooks runbooks = {});
    /// Updates the page once per second from now on, including costs. The page must outlive this.
    void offer(DerivedPage& page, Rates rates);
    /// Forwards samples and results to a server from now on. The writer must outlive this.
    void sendTo(RemoteWriter& writer) { m_writer = &writer; }
    /// New messages for the operator, each once: receivers that fail or recover, baselines that cannot be saved,
    /// sources that do not answer, sources that do not know the node, and sources whose data is rejected.
    [[nodiscard]] std::vector<std::string> news();
    /// Processes data that has arrived and results of the analyses. Call several times per second.
    void pump();
    /// Why the recording is empty; an empty text if it is not.
    [[nodiscard]] std::string emptyReason() const;
    /// Number of sources that news() has named.
    [[nodiscard]] std::size_t missingSources() const;
    /// Waits a limited time until the analyses have processed everything.
    void finish();

private:
    void followAlerts();
    void followPage();
    [[nodiscard]] DerivedMoment momentAt(TimePoint now) const;

    Recorder& m_recorder;
    BatchQueue m_queue;
    RemoteWriter* m_writer = nullptr; ///< null: none
    std::string m_writerProblem; ///< as last reported
    std::vector<bool> m_isMissed; ///< by source: whether news() has named it
    std::optional<AlertSender> m_sender;
    CostMeter m_costs; ///< only while there are receivers
    TimePoint m_followed; ///< last second for which receivers were informed
    DerivedPage* m_page = nullptr; ///< null: no scraper
    Rates m_rates;
    DerivedValues m_derived; ///< while there is a page
    TimePoint m_paged; ///< second of the current page
    BaselineStore m_learned;
    std::string m_learnedProblem; ///< startup problem with baselines; reported once
    Pipeline m_pipeline; ///< last: its worker stops before the receivers of its results are destroyed
};

} // namespace lockstep
