// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"

#include "datasources/recording/recorder.h"
#include "models/analysis/causality/slowport.h"
#include "models/analysis/sync/tracking/steps/lanetimes.h"
#include "models/core/topology/reporters.h"
#include "models/store/settledticks.h"

#include <QCoreApplication>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t waitingTicks = 65'536; // half a minute of 2,048 nodes
constexpr std::size_t batchesPerTurn = 256;
constexpr auto patienceAtEnd = std::chrono::seconds(10);
constexpr auto patienceOfNotifiers = std::chrono::seconds(2);

} // namespace

RecordSession::RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod)
    : m_recorder(recorder), m_queue(waitingTicks), m_pipeline(Pipeline::briefLimits(tickPeriod), m_learned.book())
{
    m_learnedProblem = m_learned.open(QString::fromStdString(recorder.folder()));
    ClusterModel& cluster = m_pipeline.cluster();
    if (topology)
        cluster.setTopology(topology);
    QObject::connect(&cluster, &ClusterModel::ingested, &cluster,
                     [this](const PlacedBatches& placed) { m_recorder.record(placed); });
    QObject::connect(&cluster, &ClusterModel::derivedApplied, &cluster, [this](const Derived& derived) {
        m_recorder.record(derived);
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

std::string RecordSession::whyEmpty() const
{
    const ClusterStore& store = m_pipeline.store();
    if (!store.ticks().isEmpty())
        return {};
    for (const SourceStatus& source : store.sources()) {
        if (!source.reason.empty())
            return fmt::format("nothing was recorded: {}: {}", source.peer, source.reason);
    }
    return "nothing was recorded: no source has delivered a tick";
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
    TimeSpent spent{};
    for (const auto& job : sync.jobs) {
        // A job that has ended costs nothing.
        if (job->steps.empty() || now - job->steps.back()->range.to > DerivedValues::longestLife)
            continue;
        moment.ranks += job->lanes.size();
        for (const TimeSpent& lane : job->recent)
            std::ranges::transform(lane, spent, spent.begin(), std::plus<>());
    }
    moment.jobTime = gpuTimeOf(spent);
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
    if (!store.knowsAlertsAt(now))
        return moment;
    std::vector<Alert> alerts = m_pipeline.alerts().at(now);
    if (m_pipeline.alerts().isFirstJoining())
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
    return news;
}

/// Called once per second. Batches still being joined are covered by the next call.
void RecordSession::followAlerts()
{
    const TimePoint now = wallClockNow();
    const TimePoint second = std::chrono::floor<std::chrono::seconds>(now);
    if (!m_sender || second == m_followed)
        return;
    m_followed = second;
    const ClusterStore& store = m_pipeline.store();
    std::vector<Alert> alerts = m_pipeline.alerts().at(now);
    m_costs.tell(alerts, *store.topology(), store.tickPeriod(), now,
                 [&store](std::string_view metric, TickIndex tick) { return copyOfColumn(store, metric, tick); });
    for (Alert& alert : alerts)
        addSlowPort(alert, store, now);
    m_sender->follow(alerts, *store.topology(), now);
}

void RecordSession::finish()
{
    const auto end = std::chrono::steady_clock::now() + patienceAtEnd;
    do {
        pump();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while ((m_queue.size() > 0 || m_pipeline.isBusy()) && std::chrono::steady_clock::now() < end);
    m_followed = {};
    m_paged = {};
    pump();
    if (m_sender)
        m_sender->finish(patienceOfNotifiers);
}

} // namespace lockstep
