// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/clustermodel.h"

namespace lockstep {

ClusterModel::ClusterModel(StoreLimits limits, QObject* parent) : QObject(parent), m_store(limits) { }

void ClusterModel::setTopology(TopologyPtr topology)
{
    m_store.setTopology(std::move(topology));
    ChangeSet changes;
    changes.topology = changes.spans = changes.events = changes.sources = changes.historyDropped = true;
    Q_EMIT changed(changes);
}

ChangeSet ClusterModel::apply(std::span<const BatchPtr> batches, TimePoint now)
{
    ChangeSet changes = m_store.apply(batches);
    changes.merge(m_store.advance(now));
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
    return changes;
}

void ClusterModel::applyDerived(const Derived& derived)
{
    const ChangeSet changes = m_store.applyDerived(derived);
    Q_EMIT derivedApplied(derived);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void ClusterModel::setColdColumns(const ColdColumns* cold, ClusterStore::Source source)
{
    m_store.setColdColumns(cold, source);
}

void ClusterModel::coldColumnsCame(TickRange ticks)
{
    ChangeSet changes;
    changes.ticks = ticks;
    changes.isFetched = true;
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void ClusterModel::declare(std::span<const MetricDescriptor> metrics)
{
    const ChangeSet changes = m_store.declare(metrics);
    if (!changes.isEmpty())
        Q_EMIT changed(changes);
}

void ClusterModel::forgetHappenings()
{
    Q_EMIT changed(m_store.forgetHappenings());
}

} // namespace lockstep
