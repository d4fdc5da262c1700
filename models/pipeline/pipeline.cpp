// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pipeline/pipeline.h"

#include <QEventLoop>

#include <utility>

namespace lockstep {

Pipeline::Pipeline(StoreLimits limits, LearnedBaselines& learned, std::span<const AnalysisRow> analyses)
    : m_cluster(limits), m_alerts(std::as_const(m_cluster).store()), m_host(m_cluster)
{
    for (const AnalysisRow& row : analyses)
        m_host.add(row.make({m_sync, m_fabric, &learned}));
}

void Pipeline::step(std::span<const BatchPtr> batches, TimePoint now, const std::stop_token& stop)
{
    m_cluster.apply(batches, now);
    waitForAnalyses(stop);
}

void Pipeline::step(const PlacedBatches& placed, TimePoint now, const std::stop_token& stop)
{
    m_cluster.ingest(placed, now);
    m_cluster.announce();
    waitForAnalyses(stop);
}

void Pipeline::waitForAnalyses(const std::stop_token& stop) const
{
    QEventLoop loop;
    while (m_host.isBusy() && !stop.stop_requested())
        loop.processEvents(QEventLoop::WaitForMoreEvents);
}

} // namespace lockstep
