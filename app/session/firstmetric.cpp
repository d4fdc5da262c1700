// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/firstmetric.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"

namespace lockstep {

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
    disconnect(&m_cluster, &ClusterModel::changed, this, &FirstMetric::choose);
    if (m_selection.metric().isValid())
        return;
    for (const char* name : {metrics::gpu::temperature, metrics::core::utilisation, metrics::node::cpuUtilisation}) {
        const MetricId metric = metrics.find(name);
        if (metric.isValid()) {
            m_selection.setMetric(metric);
            return;
        }
    }
    m_selection.setMetric(MetricId{0});
}

} // namespace lockstep

#include "moc_firstmetric.cpp"
