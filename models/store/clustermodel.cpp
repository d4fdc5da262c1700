// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/clustermodel.h"

#include "models/store/nodestatus.h"

#include <utility>

namespace lockstep {

ClusterModel::ClusterModel(StoreLimits limits, QObject* parent) : QObject(parent), m_store(limits) { }

void ClusterModel::setTopology(TopologyPtr topology)
{
    m_store.setTopology(std::move(topology));
    ChangeSet changes;
    changes.topology = changes.spans = changes.events = changes.sources = changes.historyDropped = true;
    Q_EMIT changed(changes);
}

void ClusterModel::moveRack(EntityRef rack, float x, float z)
{
    m_pending.merge(m_store.moveRack(rack, x, z));
    announce();
}

void ClusterModel::ingest(const PlacedBatches& placed, TimePoint now)
{
    m_pending.merge(m_store.apply(placed));
    m_pending.merge(m_store.advance(now));
    if (!placed.batches.empty())
        Q_EMIT ingested(placed);
}

void ClusterModel::announce()
{
    if (!m_pending.isEmpty())
        Q_EMIT changed(std::exchange(m_pending, {}));
}

void ClusterModel::apply(std::span<const BatchPtr> batches, TimePoint now)
{
    ingest(batches, now);
    announce();
}

void ClusterModel::applyDerived(const Derived& derived)
{
    const ChangeSet changes = m_store.applyDerived(derived);
    Q_EMIT derivedApplied(derived);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void ClusterModel::ingestRecorded(RecordedFacts facts)
{
    Q_EMIT changed(m_store.ingestRecorded(std::move(facts)));
}

void ClusterModel::coldColumnsCame(TickRange ticks)
{
    ChangeSet changes;
    changes.ticks = ticks;
    changes.isFetched = true;
    if (!ticks.isEmpty())
        m_pending.merge(changes);
    announce();
}

void ClusterModel::spansRead()
{
    m_pending.spans = true;
    announce();
}

void ClusterModel::declare(std::span<const MetricDescriptor> metrics)
{
    const ChangeSet changes = m_store.declare(metrics);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void ClusterModel::describe(MetricId metric, const MetricDescriptor& descriptor, bool isOffered)
{
    Q_EMIT changed(m_store.describe(metric, descriptor, isOffered));
}

} // namespace lockstep

#include "moc_clustermodel.cpp"
#include "models/core/batch.h"
