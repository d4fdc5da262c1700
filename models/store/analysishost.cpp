// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/analysishost.h"

#include "models/store/clustermodel.h"

#include <algorithm>
#include <utility>

namespace lockstep {

AnalysisHost::AnalysisHost(ClusterModel& cluster, QObject* parent) : QObject(parent), m_cluster(cluster)
{
    connect(&cluster, &ClusterModel::changed, this, &AnalysisHost::handleChange);
}

AnalysisHost::~AnalysisHost() = default;

void AnalysisHost::add(std::unique_ptr<Analysis> analysis)
{
    m_entries.push_back({std::move(analysis), {}, false});
}

bool AnalysisHost::isBusy() const
{
    return std::ranges::any_of(m_entries, &Entry::isBusy);
}

void AnalysisHost::handleChange(const ChangeSet& changes)
{
    ChangeSet news = changes;
    if (std::exchange(news.isFetched, false))
        news.ticks = {}; // results have no time of arrival
    if (m_isFeedingBack || news.isEmpty())
        return; // results of analyses do not start analyses, because these would then never stop
    for (std::size_t entry = 0; entry < m_entries.size(); ++entry) {
        m_entries[entry].pending.merge(news);
        start(entry);
    }
}

void AnalysisHost::start(std::size_t entry)
{
    Entry& each = m_entries[entry];
    if (each.isBusy || each.pending.isEmpty())
        return;
    Analysis::Task task = each.analysis->take(m_cluster.store(), std::exchange(each.pending, {}));
    if (!task)
        return;
    each.isBusy = true;
    m_worker.add([this, entry, task = std::move(task)](const std::stop_token&) {
        auto result = std::make_shared<Analysis::Result>(task());
        QMetaObject::invokeMethod(
            this, [this, entry, result = std::move(result)] { finish(entry, *result); }, Qt::QueuedConnection);
    });
}

void AnalysisHost::finish(std::size_t entry, const Analysis::Result& result)
{
    m_isFeedingBack = true;
    if (!result.derived.isEmpty())
        m_cluster.applyDerived(result.derived);
    m_isFeedingBack = false;
    if (result.publish)
        result.publish();
    m_entries[entry].isBusy = false;
    const TickRange held = m_cluster.store().ticksInMemory();
    if (result.hasMore && !held.isEmpty())
        m_entries[entry].pending.includeTick(held.to - 1);
    start(entry);
}

} // namespace lockstep

#include "moc_analysishost.cpp"
