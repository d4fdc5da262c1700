// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"

#include "app/alerting/alertjson.h"
#include "datasources/exporters/exposedmetric.h"
#include "datasources/prometheus/remotewriter.h"
#include "datasources/recording/recorder.h"
#include "models/analysis/causality/slowport.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/reporters.h"
#include "models/store/settledticks.h"

#include <QCoreApplication>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t maxAlerts = 1000;
constexpr double secondsOfAnHour = 3600;

double secondsOf(TimePoint time)
{
    return std::chrono::duration<double>(time.time_since_epoch()).count();
}

/// Writes one moment.
class DerivedPageWriter
{
public:
    explicit DerivedPageWriter(const DerivedMoment& moment) : m_moment(moment)
    {
        if (!moment.topology->clusterName().empty())
            m_cluster.emplace_back("cluster", moment.topology->clusterName());
    }

    Exposition write()
    {
        addCluster({"lockstep_record_timestamp_seconds", "Time at which these values were computed", "seconds"}, {},
                   secondsOf(m_moment.time));
        writeTallies();
        writeTime();
        writeColumns();
        writeJobLosses();
        writeAlerts();
        return std::move(m_page);
    }

private:
    using Family = Exposition::Family;

    void addCluster(const Family& family, const Labels& more, double value)
    {
        Labels labels = m_cluster;
        labels.insert(labels.end(), more.begin(), more.end());
        m_page.add(m_page.family(family), Exposition::labelText(labels), value);
    }

    void writeTallies()
    {
        const auto tally = [this](const Family& family, const DerivedMoment::Tally& counts) {
            addCluster(family, {{"state", "live"}}, static_cast<double>(counts.live));
            addCluster(family, {{"state", "stale"}}, static_cast<double>(counts.stale));
            addCluster(family, {{"state", "unseen"}}, static_cast<double>(counts.unseen));
        };
        tally({"lockstep_cluster_nodes", "Known nodes by state: live, stale or unseen"}, m_moment.nodes);
        tally({"lockstep_cluster_gpus", "Known GPUs by the state of their nodes: live, stale or unseen"},
              m_moment.gpus);
        addCluster({"lockstep_record_ticks_total", "Ticks received", {}, Exposition::Type::Counter}, {},
                   static_cast<double>(m_moment.ticks));
        // An overdue tick may still arrive, so this value can decrease.
        addCluster({"lockstep_record_ticks_lost", "Ticks that were due but not received"}, {},
                   static_cast<double>(m_moment.lostTicks));
    }

    void writeTime()
    {
        const Goodput goodput = goodputOf(m_moment.jobTime);
        if (std::isnan(goodput.ratio) || m_moment.ranks == 0)
            return;
        const auto ranks = static_cast<double>(m_moment.ranks);
        addCluster({"lockstep_cluster_goodput_ratio",
                    "Goodput: productive share of the GPU time of all jobs over their latest steps", "ratio"},
                   {}, goodput.ratio);
        addCluster({"lockstep_cluster_gpus_reserved", "GPUs reserved by jobs"}, {}, ranks);
        addCluster({"lockstep_cluster_gpus_delivering", "Effective GPUs: reserved GPUs x goodput"}, {},
                   ranks * goodput.ratio);
        for (const GoodputPart& part : partsInOrder(goodput)) {
            const Labels spent{{"spent", std::string(part.name)}};
            addCluster({"lockstep_cluster_gpu_time_ratio", "GPU time of all jobs, by activity", "ratio"}, spent,
                       part.share);
            if (part.name != goodput.parts.front().name)
                addMoney("lockstep_cluster_loss_per_hour", "Cost of the unproductive GPU time of all jobs", spent,
                         part.share * ranks);
        }
    }

    /// @param gpus equivalent number of idle GPUs
    void addMoney(const char* name, const char* help, Labels labels, double gpus)
    {
        if (!m_moment.rates.gpuHour)
            return;
        labels.emplace_back("currency", m_moment.rates.currency);
        addCluster({name, help}, labels, gpus * *m_moment.rates.gpuHour);
    }

    const std::vector<std::string>& labelsOfKind(EntityKind kind)
    {
        auto& labels = m_labels[static_cast<std::size_t>(kind)];
        if (labels.empty()) {
            const auto count = static_cast<std::uint32_t>(m_moment.topology->count(kind));
            for (std::uint32_t index = 0; index < count; ++index)
                labels.push_back(Exposition::labelText(labelsOf(placeIn(*m_moment.topology, {kind, index}))));
        }
        return labels;
    }

    /// Excludes metrics that writeTime() writes for running jobs.
    void writeOfCluster(const MetricDescriptor& metric, const std::vector<float>& values)
    {
        using namespace metrics;
        const bool isWritten = metric.name == cluster::goodput || metric.name == cluster::gpusReserved
            || metric.name == cluster::gpusDelivering;
        if (!isWritten && !values.empty())
            m_page.add(m_page.family(exposedAs(metric, {}).family), Exposition::labelText(m_cluster), values.front());
    }

    void writeColumns()
    {
        for (const auto& [metric, values] : m_moment.columns) {
            if (metric.entityKind == EntityKind::Cluster) {
                writeOfCluster(metric, values);
                continue;
            }
            const std::vector<std::string>& labels = labelsOfKind(metric.entityKind);
            const std::size_t family = m_page.family(exposedAs(metric, {}).family);
            for (std::size_t entity = 0; entity < std::min(labels.size(), values.size()); ++entity)
                m_page.add(family, labels[entity], values[entity]);
        }
    }

    [[nodiscard]] const std::vector<float>* valuesOf(std::string_view metric) const
    {
        const auto found
            = std::ranges::find(m_moment.columns, metric, [](const auto& column) { return column.metric.name; });
        return found == m_moment.columns.end() ? nullptr : &found->values;
    }

    void writeJobLosses()
    {
        using namespace metrics;
        const std::vector<float>* const gpus = valuesOf(job::gpus);
        if (gpus == nullptr)
            return;
        for (const auto& [metric, spent] :
             {std::pair(job::waitShare, "wait"), std::pair(job::checkpointShare, "checkpoint"),
              std::pair(job::restartShare, "restart"), std::pair(job::idleShare, "idle"),
              std::pair(job::unknownShare, "unknown")}) {
            const std::vector<float>* const shares = valuesOf(metric);
            for (std::uint32_t job = 0; shares != nullptr && job < std::min(shares->size(), gpus->size()); ++job) {
                if (!m_moment.topology->contains({EntityKind::Job, job}))
                    continue;
                Labels labels = labelsOf(placeIn(*m_moment.topology, {EntityKind::Job, job}));
                labels.emplace_back("spent", spent);
                addMoney("lockstep_job_loss_per_hour", "Cost of the unproductive GPU time of a job", labels,
                         static_cast<double>((*shares)[job]) * static_cast<double>((*gpus)[job]));
            }
        }
    }

    void writeAlerts()
    {
        addCluster({"lockstep_alerts_known",
                    "1 if alerts are known; 0 if not, and then the absence of alerts does not mean that all is well"},
                   {}, m_moment.alerts ? 1 : 0);
        if (!m_moment.alerts)
            return;
        std::set<std::string> said;
        for (const Alert& alert : *m_moment.alerts) {
            Labels labels = alertLabels(alert, m_moment.topology->clusterName());
            labels.emplace_back("alertstate", alert.state == Alert::State::Active ? "active" : "acknowledged");
            if (!alert.owners.empty())
                labels.emplace_back("owner", alert.owners.front());
            const std::string text = Exposition::labelText(labels);
            if (said.size() >= maxAlerts || !said.insert(text).second)
                continue;
            m_page.add(m_page.family({"lockstep_alert", "An open alert"}), text, 1.0F);
            m_page.add(
                m_page.family({"lockstep_alert_onset_timestamp_seconds", "Time at which the alert began", "seconds"}),
                text, secondsOf(alert.onset));
            if (!alert.costGpuSeconds)
                continue;
            m_page.add(m_page.family({"lockstep_alert_cost_gpu_seconds", "GPU time lost so far", "seconds"}), text,
                       *alert.costGpuSeconds);
            if (m_moment.rates.gpuHour) {
                labels.emplace_back("currency", m_moment.rates.currency);
                m_page.add(m_page.family({"lockstep_alert_cost", "Cost of the GPU time lost so far"}),
                           Exposition::labelText(labels),
                           *alert.costGpuSeconds / secondsOfAnHour * *m_moment.rates.gpuHour);
            }
        }
    }

    const DerivedMoment& m_moment;
    Labels m_cluster;
    Exposition m_page;
    std::array<std::vector<std::string>, entityKindCount> m_labels; ///< by kind and entity
};

} // namespace

void DerivedValues::take(const Derived& derived, SteadyTime now)
{
    for (const DerivedColumn& column : derived.columns) {
        Kept& kept = m_kept[column.metric.name];
        if (kept.metric.name.empty())
            kept.metric = column.metric;
        if (kept.values.size() < column.values.size()) {
            kept.values.resize(column.values.size(), noData);
            kept.heard.resize(column.values.size());
            kept.apart.resize(column.values.size());
        }
        for (std::size_t entity = 0; entity < column.values.size(); ++entity) {
            if (std::isnan(column.values[entity]))
                continue;
            // Several ticks of one step arrive together.
            if (kept.heard[entity] != now && kept.heard[entity] != SteadyTime())
                kept.apart[entity] = now - kept.heard[entity];
            kept.heard[entity] = now;
            kept.values[entity] = column.values[entity];
        }
    }
}

std::vector<DerivedValues::Column> DerivedValues::at(SteadyTime now) const
{
    std::vector<Column> columns;
    for (const auto& [name, kept] : m_kept) {
        Column column{kept.metric, kept.values};
        for (std::size_t entity = 0; entity < column.values.size(); ++entity) {
            const auto life = std::clamp<SteadyTime::duration>(3 * kept.apart[entity], minLifetime, maxLifetime);
            if (now - kept.heard[entity] > life)
                column.values[entity] = noData;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

void DerivedPage::show(DerivedMoment moment, SteadyTime now)
{
    auto shown = std::make_shared<const DerivedMoment>(std::move(moment));
    const std::scoped_lock lock(m_mutex);
    m_moment.swap(shown);
    m_taken = now;
}

std::shared_ptr<const std::string> DerivedPage::text(Exposition::Format format, SteadyTime now)
{
    const std::scoped_lock pages(m_pageMutex);
    std::shared_ptr<const DerivedMoment> moment;
    {
        const std::scoped_lock lock(m_mutex);
        moment = now - m_taken <= momentLifetime ? m_moment : nullptr;
    }
    if (!moment)
        return nullptr;
    if (m_shown != moment) {
        m_shown = moment;
        m_pages = {};
    }
    auto& page = m_pages[static_cast<std::size_t>(format)];
    if (!page)
        page = std::make_shared<const std::string>(DerivedPageWriter(*moment).write().text(format));
    return page;
}

namespace {

constexpr std::size_t waitingTicks = 65'536; // half a minute of 2,048 nodes
constexpr std::size_t batchesPerTurn = 256;
constexpr auto timeoutAtEnd = std::chrono::seconds(10);
constexpr auto notifierTimeout = std::chrono::seconds(2);

} // namespace

RecordSession::RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod)
    : m_recorder(recorder),
      m_queue(waitingTicks),
      m_pipeline(Pipeline::liveOnlyLimits(tickPeriod), m_learned.baselines())
{
    m_learnedProblem = m_learned.open(QString::fromStdString(recorder.folder()));
    ClusterModel& cluster = m_pipeline.cluster();
    if (topology)
        cluster.setTopology(topology);
    QObject::connect(&cluster, &ClusterModel::ingested, &cluster, [this](const PlacedBatches& placed) {
        m_recorder.record(placed);
        if (m_writer != nullptr)
            m_writer->write(placed);
    });
    QObject::connect(&cluster, &ClusterModel::derivedApplied, &cluster, [this](const Derived& derived) {
        m_recorder.record(derived);
        if (m_writer != nullptr)
            m_writer->write(derived, m_pipeline.store().topology());
        if (m_page != nullptr)
            m_derived.take(derived, std::chrono::steady_clock::now());
    });
}

RecordSession::~RecordSession() = default;

void RecordSession::pump()
{
    for (bool isMore = true; isMore;) {
        const std::vector<BatchPtr> batches = m_queue.take(batchesPerTurn);
        m_pipeline.cluster().apply(batches, wallClockNow());
        isMore = batches.size() == batchesPerTurn;
    }
    QCoreApplication::processEvents();
    followAlerts();
    followPage();
    m_learned.follow(std::chrono::steady_clock::now());
}

void RecordSession::offer(DerivedPage& page, Rates rates)
{
    m_page = &page;
    m_rates = std::move(rates);
}

std::string RecordSession::emptyReason() const
{
    const ClusterStore& store = m_pipeline.store();
    if (!store.ticks().isEmpty())
        return {};
    for (const SourceStatus& source : store.sources()) {
        if (!source.reason.empty())
            return fmt::format("nothing was recorded: {}: {}", source.peer, source.reason);
    }
    return "nothing was recorded: no data source has delivered data";
}

std::size_t RecordSession::missingSources() const
{
    return static_cast<std::size_t>(std::ranges::count(m_isMissed, true));
}

DerivedMoment RecordSession::momentAt(TimePoint now) const
{
    const ClusterStore& store = m_pipeline.store();
    DerivedMoment moment;
    moment.time = now;
    moment.topology = store.topology();
    moment.rates = m_rates;
    moment.columns = m_derived.at(std::chrono::steady_clock::now());
    const SyncSnapshot& sync = *m_pipeline.sync().snapshot();
    moment.ranks = sync.rankCount(now);
    moment.jobTime = gpuTimeOf(sync.recentTime(now));
    const auto count = [&store](EntityRef entity, DerivedMoment::Tally& tally) {
        const Freshness freshness = store.freshness(entity);
        ++(freshness == Freshness::Live ? tally.live : freshness == Freshness::Stale ? tally.stale : tally.unseen);
    };
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        moment.ticks += store.node(node).ticks;
        moment.lostTicks += store.node(node).lostTicks();
        if (!isReporter(*store.topology(), node))
            count(node, moment.nodes);
    }
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Gpu); ++index)
        count({EntityKind::Gpu, index}, moment.gpus);
    if (!store.hasDataAt(now))
        return moment;
    std::vector<Alert> alerts = m_pipeline.alerts().at(now);
    if (m_pipeline.alerts().isFirstResultPending())
        return moment;
    std::erase_if(alerts, [](const Alert& alert) {
        return alert.state == Alert::State::Cleared || alert.state == Alert::State::Shelved;
    });
    moment.alerts = std::move(alerts);
    return moment;
}

/// Once a second.
void RecordSession::followPage()
{
    const TimePoint now = wallClockNow();
    const TimePoint second = std::chrono::floor<std::chrono::seconds>(now);
    if (m_page == nullptr || second == m_paged)
        return;
    m_paged = second;
    m_page->show(momentAt(now));
}

void RecordSession::reportAlerts(std::vector<NotifierTarget> notifiers, Runbooks runbooks)
{
    if (!notifiers.empty())
        m_sender.emplace(std::move(notifiers), NotifierLimits(), std::move(runbooks));
}

std::vector<std::string> RecordSession::news()
{
    std::vector<std::string> news = m_sender ? m_sender->news() : std::vector<std::string>();
    for (std::string problem : {std::exchange(m_learnedProblem, {}), m_learned.problem()}) {
        if (!problem.empty())
            news.push_back(std::move(problem));
    }
    const std::vector<SourceStatus>& sources = m_pipeline.store().sources();
    m_isMissed.resize(std::max(m_isMissed.size(), sources.size()), false);
    for (std::size_t at = 0; at < sources.size(); ++at) {
        const bool isMissed = sources[at].rejectedFrames > 0 || sources[at].state == SourceState::Retrying;
        if (isMissed && !m_isMissed[at])
            news.push_back(fmt::format("data from {} is not recorded: {}", sources[at].peer, sources[at].reason));
        m_isMissed[at] = m_isMissed[at] || isMissed;
    }
    if (m_writer != nullptr) {
        std::string problem = m_writer->status().problem;
        if (problem != m_writerProblem)
            news.push_back(problem.empty() ? "remote write works again" : problem);
        m_writerProblem = std::move(problem);
    }
    return news;
}

/// Called once per second. The next call covers batches that are still being joined.
void RecordSession::followAlerts()
{
    const TimePoint now = wallClockNow();
    const TimePoint second = std::chrono::floor<std::chrono::seconds>(now);
    if (!m_sender || second == m_followed)
        return;
    m_followed = second;
    const ClusterStore& store = m_pipeline.store();
    std::vector<Alert> alerts = m_pipeline.alerts().at(now);
    m_costs.updateCosts(
        alerts, *store.topology(), store.tickPeriod(), now,
        [&store](std::string_view metric, TickIndex tick) { return copyOfColumn(store, metric, tick); });
    for (Alert& alert : alerts)
        addSlowPort(alert, store, now);
    m_sender->follow(alerts, *store.topology(), now);
}

void RecordSession::finish()
{
    const auto end = std::chrono::steady_clock::now() + timeoutAtEnd;
    do {
        pump();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while ((m_queue.size() > 0 || m_pipeline.isBusy()) && std::chrono::steady_clock::now() < end);
    m_followed = {};
    m_paged = {};
    pump();
    if (m_sender)
        m_sender->finish(notifierTimeout);
}

} // namespace lockstep
