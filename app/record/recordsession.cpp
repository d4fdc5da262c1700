// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"

#include "datasources/recording/recorder.h"
#include "models/analysis/pipeline/analysistable.h"

#include <QCoreApplication>

#include <thread>
#include <utility>

namespace lockstep {

namespace {

/// Nobody looks back here. Analyses see what comes as it comes, and a little before that where it came late.
constexpr StoreLimits sessionLimits(Duration tickPeriod)
{
    return {tickPeriod, std::chrono::minutes(1), std::size_t{64} << 20U};
}

constexpr std::size_t waitingTicks = 65'536; // half a minute of 2,048 nodes
constexpr std::size_t batchesPerTurn = 256;
constexpr auto patienceAtEnd = std::chrono::seconds(10);
constexpr auto patienceOfOutlets = std::chrono::seconds(2);

} // namespace

RecordSession::RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod)
    : m_recorder(recorder),
      m_queue(waitingTicks),
      m_cluster(sessionLimits(tickPeriod)),
      m_alerts(std::as_const(m_cluster).store()),
      m_analyses(m_cluster)
{
    if (topology)
        m_cluster.setTopology(topology);
    for (const AnalysisRow& row : analysisTable())
        m_analyses.add(row.make({m_sync, m_fabric}));
    QObject::connect(&m_cluster, &ClusterModel::derivedApplied, &m_analyses,
                     [this](const Derived& derived) { m_recorder.record(derived); });
}

RecordSession::~RecordSession() = default;

void RecordSession::pump()
{
    for (bool isMore = true; isMore;) {
        const std::vector<BatchPtr> batches = m_queue.take(batchesPerTurn);
        m_recorder.record(batches);
        m_cluster.apply(batches, wallClockNow());
        isMore = batches.size() == batchesPerTurn;
    }
    QCoreApplication::processEvents();
    followAlerts();
}

void RecordSession::tellAlerts(std::vector<OutletTarget> outlets)
{
    if (!outlets.empty())
        m_sender.emplace(std::move(outlets));
}

std::vector<std::string> RecordSession::outletNews()
{
    return m_sender ? m_sender->news() : std::vector<std::string>();
}

/// Once a second. What is still being joined is told the next time.
void RecordSession::followAlerts()
{
    const TimePoint now = wallClockNow();
    const TimePoint second = std::chrono::floor<std::chrono::seconds>(now);
    if (!m_sender || second == m_followed)
        return;
    m_followed = second;
    m_sender->follow(m_alerts.at(now), *m_cluster.store().topology(), now);
}

void RecordSession::finish()
{
    const auto end = std::chrono::steady_clock::now() + patienceAtEnd;
    do {
        pump();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while ((m_queue.size() > 0 || m_analyses.isBusy()) && std::chrono::steady_clock::now() < end);
    m_followed = {};
    pump();
    if (m_sender)
        m_sender->finish(patienceOfOutlets);
}

} // namespace lockstep
