// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/firstmetric.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"

namespace lockstep {

namespace {

/// Sources connect one after the other, and the first may lack the most important metric.
constexpr std::chrono::seconds introductions{10};

} // namespace

FirstMetric::FirstMetric(const ClusterModel& cluster, Selection& selection, QObject* parent)
    : QObject(parent), m_cluster(cluster), m_selection(selection)
{
    connect(&cluster, &ClusterModel::changed, this, &FirstMetric::choose);
}

void FirstMetric::choose()
{
    const MetricTable& metrics = m_cluster.store().metrics();
    if (metrics.size() == 0)
        return;
    if (m_selection.metric() != m_chosen || m_end.hasExpired()) {
        disconnect(&m_cluster, &ClusterModel::changed, this, &FirstMetric::choose);
        return;
    }
    if (m_end.isForever())
        m_end.setRemainingTime(introductions);
    m_chosen = MetricId{0};
    for (const char* name : {metrics::gpu::temperature, metrics::core::utilisation, metrics::node::cpuUtilisation}) {
        if (const MetricId metric = metrics.find(name); metric.isValid()) {
            m_chosen = metric;
            break;
        }
    }
    m_selection.setMetric(m_chosen);
}

} // namespace lockstep

#include "moc_firstmetric.cpp"
