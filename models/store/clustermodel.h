// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <QObject>

namespace lockstep {

/// The store with change signals: applies batches and notifies views once of the changes. GUI thread; owned by the
/// pipeline. Views have const access: data flows one way.
class ClusterModel : public QObject
{
    Q_OBJECT

public:
    explicit ClusterModel(StoreLimits limits = {}, QObject* parent = nullptr);

    [[nodiscard]] const ClusterStore& store() const { return m_store; }

    void setTopology(TopologyPtr topology);
    /// In metres, as in RackPlace. Views are notified at once.
    void moveRack(EntityRef rack, float x, float z);
    /// Places and applies the batches, and advances time to @p now. Views are notified by the next announce().
    void ingest(std::span<const BatchPtr> batches, TimePoint now) { ingest(m_store.place(batches), now); }
    /// The same for batches that are already placed, with the ids of this store.
    void ingest(const PlacedBatches& placed, TimePoint now);
    [[nodiscard]] NameId internName(std::string_view name) { return m_store.internName(name); } ///< see ClusterStore
    /// Changes that have not been announced yet.
    [[nodiscard]] const ChangeSet& pendingChanges() const { return m_pending; }
    /// Emits changed() once with all changes since the last call; not if there are none.
    void announce();
    /// See ClusterStore; views are notified by the next announce().
    void setViewTime(std::optional<TimePoint> moment) { m_pending.merge(m_store.setViewTime(moment)); }
    /// ingest() and announce() in one.
    void apply(std::span<const BatchPtr> batches, TimePoint now);
    /// Sets the source of ticks that are not in memory; see ClusterStore::setColdColumns().
    void setColdColumns(const ColdColumns* cold) { m_store.setColdColumns(cold); }
    /// Notifies views that requested columns have arrived or that more are available, and announces pending changes.
    void coldColumnsCame(TickRange ticks);
    void declare(std::span<const MetricDescriptor> metrics);
    /// See ClusterStore.
    void setComputedColumns(const ComputedColumns* computed) { m_store.setComputedColumns(computed); }
    void describe(MetricId metric, const MetricDescriptor& descriptor, bool isOffered);
    /// See ClusterStore. Its placed() spans are announced by spansRead().
    void setSpanSource(const SpanSource* source) { m_store.setSpanSource(source); }
    [[nodiscard]] std::shared_ptr<const PlacedSpans> place(std::shared_ptr<const PastSpans> read)
    {
        return m_store.place(std::move(read));
    }
    /// Notifies views that the span source has other spans, and announces pending changes.
    void spansRead();
    /// See ClusterStore.
    void ingestRecorded(RecordedFacts facts);
    /// Adds results of analyses to the data.
    void applyDerived(const Derived& derived);

Q_SIGNALS:
    void changed(const lockstep::ChangeSet& changes);
    void ingested(const lockstep::PlacedBatches& placed); ///< at once: the batches as placed
    void derivedApplied(const lockstep::Derived& derived); ///< besides changed(): the results added

private:
    ClusterStore m_store;
    ChangeSet m_pending;
};

} // namespace lockstep
