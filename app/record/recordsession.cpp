// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordsession.h"

#include "datasources/recording/recorder.h"
#include "models/analysis/pipeline/analysistable.h"

#include <QCoreApplication>

#include <thread>

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

} // namespace

RecordSession::RecordSession(Recorder& recorder, const TopologyPtr& topology, Duration tickPeriod)
    : m_recorder(recorder), m_queue(waitingTicks), m_cluster(sessionLimits(tickPeriod)), m_analyses(m_cluster)
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
}

void RecordSession::finish()
{
    const auto end = std::chrono::steady_clock::now() + patienceAtEnd;
    do {
        pump();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } while ((m_queue.size() > 0 || m_analyses.isBusy()) && std::chrono::steady_clock::now() < end);
    pump();
}

} // namespace lockstep
