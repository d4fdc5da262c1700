// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <QObject>

namespace lockstep {

/// The store with change signals: applies drained batches and notifies views once of the changes. GUI thread; owned by
/// the pipeline. Views hold it const: data flows one way.
class ClusterModel : public QObject
{
    Q_OBJECT

public:
    explicit ClusterModel(StoreLimits limits = {}, QObject* parent = nullptr);

    [[nodiscard]] const ClusterStore& store() const { return m_store; }

    void setTopology(TopologyPtr topology);
    /// Metres, as RackPlace counts them. The views are informed at once.
    void moveRack(EntityRef rack, float x, float z);
    /// Places the batches, applies them and lets time pass up to @p now. The views are informed at the next announce().
    void ingest(std::span<const BatchPtr> batches, TimePoint now) { ingest(m_store.place(batches), now); }
    /// The same of batches that have been placed, with the ids of this store.
    void ingest(const PlacedBatches& placed, TimePoint now);
    [[nodiscard]] NameId internName(std::string_view name) { return m_store.internName(name); } ///< see ClusterStore
    /// Changes that have not been announced yet.
    [[nodiscard]] const ChangeSet& pendingChanges() const { return m_pending; }
    /// Emits changed() once with all that was taken in since the last time; not when nothing was.
    void announce();
    /// See ClusterStore; the views are informed at the next announce().
    void setViewTime(std::optional<TimePoint> moment) { m_pending.merge(m_store.setViewTime(moment)); }
    /// ingest() and announce() in one.
    void apply(std::span<const BatchPtr> batches, TimePoint now);
    /// Sets the source of ticks that are not in memory; see ClusterStore::setColdColumns().
    void setColdColumns(const ColdColumns* cold) { m_store.setColdColumns(cold); }
    /// Tells views that requested columns have arrived or that more are available, and announces pending changes.
    void coldColumnsCame(TickRange ticks);
    void declare(std::span<const MetricDescriptor> metrics);
    /// See ClusterStore.
    void setComputedColumns(const ComputedColumns* computed) { m_store.setComputedColumns(computed); }
    void describe(MetricId metric, const MetricDescriptor& descriptor, bool isOffered);
    /// See ClusterStore. Spans that it has placed() are announced by spansRead().
    void setSpanSource(const SpanSource* source) { m_store.setSpanSource(source); }
    [[nodiscard]] std::shared_ptr<const PlacedSpans> place(std::shared_ptr<const PastSpans> read)
    {
        return m_store.place(std::move(read));
    }
    /// Tells the views that the span source has others than before; and what was taken in beside.
    void spansRead();
    /// See ClusterStore.
    void ingestRecorded(RecordedFacts facts);
    /// Puts what follows from the data beside it.
    void applyDerived(const Derived& derived);

Q_SIGNALS:
    void changed(const lockstep::ChangeSet& changes);
    void ingested(const lockstep::PlacedBatches& placed); ///< at once: what came, as it was placed
    void derivedApplied(const lockstep::Derived& derived); ///< beside changed(): what was put in

private:
    ClusterStore m_store;
    ChangeSet m_pending;
};

} // namespace lockstep
