// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/coarsesheets.h"
#include "app/session/past/columns/columncache.h"
#include "models/store/columns/columnsource.h"
#include "models/view/time/timewindow.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

class ClusterModel;
class Recording;
class ResultColumns;

/// Wanted columns: for all entities a bit per tick of a block, for a slice the entire block.
using WantedRows = std::map<ColumnKey, std::uint64_t>;

/// Predicts the data that views will need: the metrics and entities that they show now, around another cursor and
/// window. GUI thread; a member of RecordedPast.
class PrefetchPredictor
{
public:
    /// If more ticks of a block are wanted, the entire block is fetched.
    static constexpr int fewRows = 3;

    explicit PrefetchPredictor(Duration tickPeriod) : m_tickPeriod(tickPeriod) { }

    void noteRow(MetricId metric, TickIndex tick);
    void noteSlice(MetricId metric, std::uint32_t part) { m_now.slices.insert({metric, 0, part}); }

    /// Columns that views will read at another place, limited to @p held.
    [[nodiscard]] WantedRows rowsFor(const TimeWindow::Place& place, TickRange held) const;
    /// Call when the window arrives. Earlier reads stay relevant until this place has been read too.
    void arrive(const TimeWindow::Place& place);

    /// Adds a tick of all entities, or its block if enough ticks are wanted.
    static void add(WantedRows& requests, MetricId metric, TickIndex tick);

private:
    struct AccessPattern
    {
        std::map<MetricId, std::set<TickIndex>> rows; ///< ticks relative to the cursor
        std::set<ColumnKey> slices; ///< slices read, regardless of block

        [[nodiscard]] std::size_t count() const { return rows.size() + slices.size(); }
    };

    void addPattern(const AccessPattern& pattern, const TimeWindow::Place& place, TickRange held,
                    WantedRows& requests) const;

    Duration m_tickPeriod;
    TickIndex m_cursor = 0;
    AccessPattern m_now;
    AccessPattern m_before;
};

/// The past of a cluster, from a recording or other readers. Fetches columns that views request but that are not in
/// memory, on other threads; caches recent ones; signals when they arrive. Requests of one event-loop iteration are
/// fetched together. For views of one moment, only that moment is unpacked. GUI thread; owned by the past of a session.
class RecordedPast : public QObject, public ColdColumns
{
    Q_OBJECT

public:
    /// Argument for the growing recording of a live cluster.
    static constexpr bool growing = true;

    /// @param readers at least one, one per thread
    RecordedPast(PastReaders readers, bool isGrowing, ClusterModel& cluster, QObject* parent = nullptr);
    RecordedPast(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent = nullptr);
    ~RecordedPast() override;

    [[nodiscard]] TickRange ticks() const override { return m_ticks; }
    [[nodiscard]] std::span<const TickRange> pauses() const override { return m_pauses; }
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    /// Summarised parts, and long ranges where available, as minimum and maximum per step, see CoarsePieces.
    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    /// In steps of at least CoarseSheets::shortestStep ticks, where available.
    [[nodiscard]] std::optional<Steps> cachedSteps(MetricId metric, TickRange ticks) const override
    {
        return m_sheets.cachedSteps(metric, ticks);
    }
    [[nodiscard]] std::optional<std::span<const float>> extremes(MetricId metric, TickRange ticks,
                                                                 Extreme extreme) const override;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity, TickIndex tick) const override;

    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex tick) const override;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;
    [[nodiscard]] Duration summaryStep(TickRange range) const override;

    /// Prefetches the data that views will read at @p place, predicted from their present reads. @return true if it is
    /// available; otherwise prepared() follows within a short time
    bool prepare(const TimeWindow::Place& place);
    /// Results computed later that are not in the recording. Must outlive this.
    void setResults(const ResultColumns* results) { m_results = results; }
    /// Entities were added: fetches data again that was fetched without them.
    void refetch();
    void arrive(const TimeWindow::Place& place) { m_predictor.arrive(place); }
    /// Notifies the cluster of new data since the last call.
    void notifyCluster();

    /// Number of blocks and ticks requested and not yet received.
    [[nodiscard]] std::size_t waiting() const
    {
        return m_wanted.size() + m_asked.size() + m_coarse.waiting() + m_sheets.waiting();
    }
    /// Whether views have been notified of all received data.
    [[nodiscard]] bool isReported() const { return m_pending.isEmpty(); }
    [[nodiscard]] std::size_t memoryBytes() const { return m_cache.bytes(); }

Q_SIGNALS:
    void extentChanged();
    void prepared();
    void came(); ///< requested columns have arrived; emitted before the views are notified

private:
    /// A request for a block, a slice of a block, or one tick.
    struct Asked
    {
        ColumnKey key;
        std::optional<TickIndex> tick;
        friend auto operator<=>(const Asked&, const Asked&) = default;
    };

    void request(const ColumnKey& key, std::uint64_t rows) const;
    void requestRow(MetricId metric, TickIndex tick) const;
    void order();
    [[nodiscard]] std::optional<ColumnRequest> requestFor(const ColumnKey& key, std::uint64_t rows);
    [[nodiscard]] bool isWorthBlock(const ColumnKey& key, std::uint64_t rows) const;
    [[nodiscard]] std::uint64_t missingRows(const ColumnKey& key, std::uint64_t rows) const;
    [[nodiscard]] TickRange ticksOnDiskAlone() const;
    void take(FetchedBlock fetched);
    void take(FetchedRow fetched);
    void take(const CoarseKey& key, CoarsePieces::Extents extents);
    void take(const SheetKey& key, CoarseSheets::Values values);
    void reportSoon(TickRange ticks);
    [[nodiscard]] bool hasExtents(MetricId metric) const;
    [[nodiscard]] bool isCoarse(MetricId metric, TickRange range) const;
    void addSeries(MetricId metric, std::uint32_t entity, TickRange part, bool isCoarse, TickRange range,
                   std::vector<float>& out) const;
    void orderCoarse(std::vector<ColumnRequest>& requests);
    void markFetched(const Asked& asked, TickRange ticks);
    void finishPreparing();
    void grow(TickRange ticks, const std::vector<TickRange>& pauses, const std::vector<SummarisedRange>& summarised);

    ClusterModel& m_cluster;
    const ResultColumns* m_results = nullptr;
    TickRange m_ticks;
    std::vector<TickRange> m_pauses;
    std::vector<SummarisedRange> m_summarised; ///< in order
    ColumnCache m_cache;
    mutable PrefetchPredictor m_predictor;
    mutable WantedRows m_wanted; ///< requested in this event-loop turn
    std::set<Asked> m_asked;
    std::set<Asked> m_outdated; ///< requests made before entities were added
    std::set<Asked> m_awaited; ///< requests the window waits for
    QTimer m_timeoutTimer; ///< runs while the window waits
    TickRange m_pending; ///< received since the views were last notified
    QTimer m_notifyTimer;
    mutable QTimer m_requestTimer;
    mutable CoarsePieces m_coarse;
    mutable CoarseSheets m_sheets;
    const std::set<std::string> m_extentMetrics;
    const bool m_tellsPresence;
    std::unique_ptr<ColumnFetcher> m_fetcher; ///< last: its threads end before their receivers are destroyed
};

} // namespace lockstep
